import { parseUtf8 } from '../bytes.ts'
import type { Json } from '../canonical-json.ts'
import { completionMessage } from '../commitment/completion-message.ts'
import { parseDisclosure } from '../disclosure/parse-disclosure.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { parseReceipt } from '../receipt/parse-receipt.ts'
import { parseSvc } from '../svc/parse-svc.ts'
import { recognised, refuse, type Recognition } from './subject.ts'

const receiptMembers = ['body', 'digest', 'signature', 'signer'] as const
const bodyMembers = ['v', 'issuedAt', 'model', 'mode', 'promptCommit', 'responseCommit'] as const
const svcMembers = [
  'privacy_mode',
  'privacy_label',
  'content_policy',
  'receipt_digest',
  'receipt',
  'commitment_salts',
] as const

/**
 * Says which document a JSON text is. Members stand in any order here: nothing is digested but the
 * canonical form.
 * @throws {FormatError} when it is one of ours and malformed
 */
export function recogniseObject(text: Uint8Array): Recognition {
  const { value } = parseJsonObject(text, parseUtf8)
  if (typeof value['type'] === 'string' && value['type'].startsWith('countersign-disclosure/')) {
    return recogniseDisclosure(value)
  }
  if (typeof value['type'] === 'string' && value['type'].startsWith('countersign-evidence/')) {
    return refuse(
      'incomplete',
      'This is the evidence of an enclave. Read the answer that it belongs to first, and add it there.',
    )
  }
  if ('choices' in value || 'svc' in value) return recogniseAnswer(value, text)
  if (countOf(value, svcMembers) >= 3) return recogniseSvc(value)
  if (countOf(value, receiptMembers) >= 2) return recogniseReceipt(value)
  if (countOf(value, bodyMembers) >= 3) {
    return refuse(
      'incomplete',
      'This is the body of a receipt without its digest and its signature.',
    )
  }
  return refusalOfGateway(value) ?? refuse('unrecognised', 'This JSON is no document of a receipt.')
}

function recogniseDisclosure(value: JsonObject): Recognition {
  if (value['type'] !== 'countersign-disclosure/1') {
    return refuse('unrecognised', 'This is a disclosure of a version that this page does not know.')
  }
  return (
    missingFromReceipt(value['receipt']) ??
    recognised({ kind: 'disclosure', disclosure: parseDisclosure(value) })
  )
}

function recogniseAnswer(value: JsonObject, bytes: Uint8Array): Recognition {
  const svc = value['svc']
  if (svc === undefined) {
    return refuse('incomplete', 'This is an answer without "svc": no receipt came with it.')
  }
  const missing = missingFromSvc(svc)
  if (missing) return missing
  if (!('choices' in value)) return recognised({ kind: 'svc', svc: parseSvc(svc) })
  return recognised({
    kind: 'answer',
    svc: parseSvc(svc),
    message: completionMessage(value),
    bytes,
  })
}

function recogniseSvc(value: JsonObject): Recognition {
  return missingFromSvc(value) ?? recognised({ kind: 'svc', svc: parseSvc(value) })
}

function recogniseReceipt(value: JsonObject): Recognition {
  return missingFromReceipt(value) ?? recognised({ kind: 'receipt', receipt: parseReceipt(value) })
}

/** A refusal when members of `svc`, or of the receipt in it, are absent; null when none is. */
export function missingFromSvc(svc: Json): Recognition | null {
  return (
    missingMembers(svc, svcMembers, 'svc') ??
    (isJsonObject(svc) ? missingFromReceipt(svc['receipt']) : null)
  )
}

function missingFromReceipt(receipt: Json | undefined): Recognition | null {
  if (receipt === undefined) return refuse('incomplete', 'Its receipt is missing.')
  return (
    missingMembers(receipt, receiptMembers, 'the receipt') ??
    (isJsonObject(receipt)
      ? missingMembers(receipt['body'] ?? null, bodyMembers, 'the receipt’s body')
      : null)
  )
}

function missingMembers(value: Json, names: readonly string[], of: string): Recognition | null {
  if (!isJsonObject(value)) return null
  const missing = names.filter((name) => !(name in value))
  if (missing.length === 0) return null
  return refuse('incomplete', `A part of ${of} is missing: ${missing.join(', ')}.`)
}

/** An error of the gateway, which never carries an answer; null for any other object. */
export function refusalOfGateway(value: JsonObject): Recognition | null {
  const error = value['error']
  if (!isJsonObject(error) || typeof error['code'] !== 'string') return null
  const code = error['code'].slice(0, 64)
  return refuse(
    'incomplete',
    `This is a refusal (${code}): it carries no answer, so there is nothing to check.`,
  )
}

function countOf(value: JsonObject, names: readonly string[]): number {
  return names.filter((name) => name in value).length
}
