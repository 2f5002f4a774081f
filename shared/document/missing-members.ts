import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { refuse, type Refusal } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

export const receiptMembers = ['body', 'digest', 'signature', 'signer'] as const
export const bodyMembers = [
  'v',
  'issuedAt',
  'model',
  'mode',
  'promptCommit',
  'responseCommit',
] as const

/** A refusal that names the members that are absent; null when none is, and for what is no object. */
export function missingMembers(value: Json, names: readonly string[], of: string): Refusal | null {
  if (!isJsonObject(value)) return null
  const missing = names.filter((name) => !(name in value))
  if (missing.length === 0) return null
  return refuse('incomplete', words.missing(of, missing.join(', ')))
}

/** @param where where the receipt stands, when there are several: ` of answer 3` */
export function missingFromReceipt(receipt: Json | undefined, where = ''): Refusal | null {
  if (receipt === undefined) return refuse('incomplete', words.noReceipt)
  return (
    missingMembers(receipt, receiptMembers, words.theReceipt(where)) ??
    (isJsonObject(receipt)
      ? missingMembers(receipt['body'] ?? null, bodyMembers, words.theBody(where))
      : null)
  )
}
