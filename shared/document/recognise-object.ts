import type { Json } from '../canonical-json.ts'
import type { ChoicesAsked } from '../commitment/check-choices.ts'
import { dialectOfAnswer } from '../dialects/dialect-registry.ts'
import { parseDisclosure } from '../disclosure/parse-disclosure.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { parseReceipt } from '../receipt/parse-receipt.ts'
import { unsignedMembers } from '../svc/unsigned-members.ts'
import { parseSvc } from '../svc/parse-svc.ts'
import { showName } from '../text/show-name.ts'
import {
  bodyMembers,
  missingFromReceipt,
  missingMembers,
  receiptMembers,
} from './missing-members.ts'
import { recogniseExport } from './recognise-export.ts'
import { recognised, refuse, type FilePart, type Recognition, type Refusal } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

const svcMembers = [
  'privacy_mode',
  'privacy_label',
  'receipt_digest',
  'receipt',
  'commitment_salts',
] as const

/**
 * Says which document a JSON text is. Members stand in any order here: nothing is digested but the
 * canonical form.
 * @param asked how many choices the request asked for
 * @throws {FormatError} when it is one of ours and malformed
 */
export function recogniseObject(
  value: JsonObject,
  text: Uint8Array,
  asked: ChoicesAsked,
): Recognition {
  const type = typeof value['type'] === 'string' ? value['type'] : ''
  if (type.startsWith('countersign-disclosure/')) return recogniseDisclosure(value)
  if (type.startsWith('countersign-vault/')) return recogniseExport(value)
  if (type.startsWith('countersign-evidence/')) {
    return refuse('incomplete', words.evidence)
  }
  if (dialectOfAnswer(value) !== null || 'svc' in value) return recogniseAnswer(value, text, asked)
  if (countOf(value, svcMembers) >= 3) return recogniseSvc(value)
  if (countOf(value, receiptMembers) >= 2) return recogniseReceipt(value)
  if (countOf(value, bodyMembers) >= 3) {
    return refuse('incomplete', words.bodyAlone)
  }
  return refusalOfGateway(value) ?? refuse('unrecognised', words.otherJson)
}

function recogniseDisclosure(value: JsonObject): Recognition {
  if (value['type'] !== 'countersign-disclosure/1') {
    return refuse('unrecognised', words.otherDisclosure)
  }
  return (
    missingFromReceipt(value['receipt']) ??
    recognised({ kind: 'disclosure', disclosure: parseDisclosure(value) })
  )
}

/** An answer of any dialect, or what stands around its `svc`. @throws {FormatError} */
export function recogniseAnswer(
  value: JsonObject,
  bytes: Uint8Array,
  asked: ChoicesAsked,
): FilePart {
  const svc = value['svc']
  if (svc === undefined) {
    return refuse('incomplete', words.noSvc)
  }
  const missing = missingFromSvc(svc)
  if (missing) return missing
  const dialect = dialectOfAnswer(value)
  if (dialect === null) return recognised({ kind: 'svc', svc: parseSvc(svc) })
  return recognised({
    kind: 'answer',
    dialect: dialect.id,
    svc: parseSvc(svc),
    message: dialect.answerValue(value, asked),
    form: 'as it came',
    asked: null,
    unsigned: [...dialect.unsigned(value), ...unsignedMembers({ svc })],
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
export function missingFromSvc(svc: Json): Refusal | null {
  return (
    missingMembers(svc, svcMembers, 'svc') ??
    (isJsonObject(svc) ? missingFromReceipt(svc['receipt']) : null)
  )
}

/** An error of the gateway, which never carries an answer; null for any other object. */
export function refusalOfGateway(value: JsonObject): Refusal | null {
  const error = value['error']
  if (!isJsonObject(error) || typeof error['code'] !== 'string') return null
  const code = showName(error['code'], 64)
  return refuse('incomplete', words.refusal(code))
}

function countOf(value: JsonObject, names: readonly string[]): number {
  return names.filter((name) => name in value).length
}
