import type { Json } from '../canonical-json.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { refuse, type Refusal } from './subject.ts'

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
  return refuse('incomplete', `A part of ${of} is missing: ${missing.join(', ')}.`)
}

/** @param where where the receipt stands, when there are several: ` of answer 3` */
export function missingFromReceipt(receipt: Json | undefined, where = ''): Refusal | null {
  if (receipt === undefined) return refuse('incomplete', 'Its receipt is missing.')
  return (
    missingMembers(receipt, receiptMembers, `the receipt${where}`) ??
    (isJsonObject(receipt)
      ? missingMembers(receipt['body'] ?? null, bodyMembers, `the receipt’s body${where}`)
      : null)
  )
}
