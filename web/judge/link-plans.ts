import type { CheckId } from '#shared/claims.ts'

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
    title: 'The processor',
    proves: 'Its maker vouches for it, and for the state it is in.',
    isOwn: (id) => id === 'evidence.format' || id.startsWith('quote.'),
  },
  {
    id: 'software',
    title: 'The software in it',
    proves: 'What was booted, byte for byte, is what you accept.',
    isOwn: (id) => id.startsWith('measurement.') || id.startsWith('policy.'),
  },
  {
    id: 'keys',
    title: 'Its keys',
    proves: 'The quote binds them, together with a random number.',
    isOwn: (id) => id === 'evidence.time' || /^(?:aci|custody|channel)\./.test(id),
  },
  {
    id: 'enclave-receipt',
    title: 'The enclave’s receipt',
    proves: 'One of those keys signed it.',
    isOwn: (id) =>
      (id.startsWith('enclave-receipt.') && id !== 'enclave-receipt.response') ||
      /^(?:session|host)\./.test(id),
  },
  {
    id: 'bytes',
    title: 'The bytes of this answer',
    proves: 'The enclave’s receipt commits to exactly these.',
    isOwn: (id) => id === 'enclave-receipt.response',
  },
  {
    id: 'gateway-receipt',
    title: 'The gateway’s receipt',
    proves: 'The gateway signed for this enclave, this mode and this exchange.',
    isOwn: (id) => id === 'enclave.signed' || id.startsWith('receipt.') || id.startsWith('svc.'),
  },
  {
    id: 'words',
    title: 'What you read',
    proves: 'The receipt is for these messages and this answer.',
    isOwn: (id) => id.startsWith('commitment.'),
  },
]
