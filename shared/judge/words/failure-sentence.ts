import type { CheckId } from '../../claims.ts'
import { showText } from '../../text/show-text.ts'
import { failureMeaning } from './failure-meaning.ts'
import type { Naming } from './naming.ts'

/** Checks whose reason names two short values that differ, and no words of anybody. */
const namesBoth: ReadonlySet<CheckId> = new Set([
  'receipt.digest',
  'receipt.signature',
  'receipt.signer',
  'receipt.model',
  'svc.mode',
  'svc.label',
  'svc.digest',
  'e2ee.mode',
  'enclave.signed',
])

/** Address or digest. */
const long = /(?:0x)?[0-9a-f]{40,}/g

/** What it means that a check failed, with both sides where two values differ. */
export function failureSentence(
  { id, reason }: { readonly id: CheckId; readonly reason: string },
  naming: Naming,
): string {
  const meaning = failureMeaning(id, naming)
  if (!namesBoth.has(id)) return meaning
  const sides = showText(reason, 400).replace(long, (hex) => `${hex.slice(0, 10)}…${hex.slice(-4)}`)
  return `${meaning} ${sides.charAt(0).toUpperCase()}${sides.slice(1)}.`
}
