import type { CheckId } from '#shared/claims.ts'
import { chainWords as words } from '#shared/words/english/pages/chain.ts'

export interface LinkPlan {
  readonly id: string
  readonly title: string
  readonly proves: string
  readonly isOwn: (id: CheckId) => boolean
}

/** From the maker of the processor down to the words on the screen; each check belongs to one link. */
export const linkPlans: readonly LinkPlan[] = [
  {
    id: 'processor',
    title: words.processor,
    proves: words.processorProves,
    isOwn: (id) =>
      /^(?:quote|nvidia|snp|document)\./.test(id) || /^evidence\.(?:format|collateral)$/.test(id),
  },
  {
    id: 'software',
    title: words.software,
    proves: words.softwareProves,
    isOwn: (id) => /^(?:measurement|policy|code|manager|gpu|sigstore)\./.test(id),
  },
  {
    id: 'keys',
    title: words.keys,
    proves: words.keysProve,
    isOwn: (id) =>
      id === 'evidence.time' || /^(?:aci|custody|channel|keys|nonce|instance)\./.test(id),
  },
  {
    id: 'enclave-receipt',
    title: words.enclaveReceipt,
    proves: words.enclaveReceiptProves,
    isOwn: (id) =>
      (id.startsWith('enclave-receipt.') && id !== 'enclave-receipt.response') ||
      /^(?:session|host)\./.test(id),
  },
  {
    id: 'bytes',
    title: words.bytes,
    proves: words.bytesProve,
    isOwn: (id) => id === 'enclave-receipt.response',
  },
  {
    id: 'gateway-receipt',
    title: words.gatewayReceipt,
    proves: words.gatewayReceiptProves,
    isOwn: (id) => id === 'enclave.signed' || id.startsWith('receipt.') || id.startsWith('svc.'),
  },
  {
    id: 'words',
    title: words.read,
    proves: words.readProves,
    isOwn: (id) => id.startsWith('commitment.'),
  },
]
