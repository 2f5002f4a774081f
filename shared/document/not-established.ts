import { isEnclaveMode, type Mode } from '../modes.ts'
import type { Verdict } from '../verdict.ts'

const byMode: Readonly<Record<Mode, readonly string[]>> = {
  anonymized: [
    'That the third party who read the prompt kept nothing. In this mode it may.',
    'That the prompt does not say itself who asked.',
  ],
  private: ['That nobody kept the prompt: in this mode that is the operator’s promise.'],
  tee: ['That the gateway, which held prompt and answer in memory, kept neither.'],
  e2ee: ['What the plain text was: the receipt commits to what was encrypted.'],
}

const ownEvidence =
  'The enclave’s own evidence: the gateway’s signature under its claim was judged here, not the hardware quote.'

/** Whoever encrypted it knows the words; nobody else can be shown them by this receipt. */
const toOthers = 'To anybody else, what the words were: the receipt commits to what was encrypted.'

/** Whether the enclave's own evidence was judged, and not the gateway's word for it alone. */
export function isEnclaveVerified({ checks }: Verdict): boolean {
  return checks.some(
    ({ id, status }) => (id === 'enclave.signed' || id === 'e2ee.mode') && status === 'pass',
  )
}

/** What a good verdict about an answer of this mode does not say, whoever judged it. */
export function modeLeavesOpen(mode: Mode, verdict: Verdict): readonly string[] {
  const isOurs = verdict.checks.some(({ id, status }) => id === 'e2ee.mode' && status === 'pass')
  return [
    ...(isEnclaveMode(mode) && !isEnclaveVerified(verdict) ? [ownEvidence] : []),
    ...(isOurs ? [toOthers] : byMode[mode]),
  ]
}

/** What no receipt says. */
export const alwaysLeftOpen: readonly string[] = [
  'That the answer is right, or that the model named is the one that ran.',
  'That the gateway ran an unchanged program: a signature says who signed.',
]
