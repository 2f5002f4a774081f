import { receiptOf, type Subject } from '#shared/document/subject.ts'
import type { BroughtFile } from '../file/use-file.ts'
import type { SignerSource } from '../../judge/signer-source.ts'

/** The address that a file with one answer names as its signer; null for any other file. */
export function signedBy(file: BroughtFile | null): string | null {
  const document = file?.document
  if (document === undefined || typeof document === 'string') return null
  if (!('kind' in document) || document.kind !== 'recognised') return null
  return receiptOf(document.subject).signer.toLowerCase()
}

/** Whether a gateway was named that never signed with this address, as far as it says. */
export function isForeign(address: string | null, source: SignerSource): boolean {
  if (address === null || (source.kind !== 'gateway' && source.kind !== 'pin')) return false
  const { current, retired } = source.history
  return ![current, ...retired].some((signer) => signer.address.toLowerCase() === address)
}

/**
 * By whom a file is judged: to name a gateway that did not sign it says nothing about the file. A pin is more than a
 * name: its gateway may have changed its signer.
 */
export function sourceFor(subject: Subject, named: SignerSource): SignerSource {
  return named.kind === 'gateway' && isForeign(receiptOf(subject).signer.toLowerCase(), named)
    ? { kind: 'none' }
    : named
}
