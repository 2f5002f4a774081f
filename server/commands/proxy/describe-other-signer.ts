import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/**
 * What is said where the gateway signed with another address than those that this proxy expects; null where it
 * did not, or signed nothing.
 */
export function describeOtherSigner(svc: Svc | null, signers: SignerHistory | null): string | null {
  if (svc === null || signers === null) return null
  const { signer } = svc.receipt
  const { current, retired } = signers
  if ([current, ...retired].some(({ address }) => address === signer)) return null
  return words.otherSigner(signer, current.address, signer)
}
