import type { Mode } from '#shared/modes.ts'
import type { Verdict } from '#shared/verdict.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import type { SignerSource } from './signer-source.ts'

const byMode: Readonly<Record<Mode, readonly string[]>> = {
  anonymized: [
    'That the third party who read the prompt kept nothing. In this mode it may.',
    'That the prompt does not say itself who asked.',
  ],
  private: ['That nobody kept the prompt: in this mode that is the operator’s promise.'],
  tee: [
    'The enclave’s own evidence: this page judged the gateway’s signature under its claim, not the hardware quote.',
    'That the gateway, which held prompt and answer in memory, kept neither.',
  ],
  e2ee: [
    'The enclave’s own evidence: this page judged the gateway’s signature under its claim, not the hardware quote.',
    'What the plain text was: the receipt commits to what was encrypted.',
  ],
}

/**
 * What a reader could take the verdict to mean, and it does not.
 * @param servedBy the origin that this page came from, or null for a file on a disk
 */
export function notEstablished(
  subject: Subject,
  verdict: Verdict,
  source: SignerSource,
  servedBy: string | null,
): readonly string[] {
  if (verdict.kind === 'rejected') {
    return ['Anything else: a file with one false part proves nothing with its others.']
  }
  const skipped = new Set(
    verdict.checks.filter(({ status }) => status === 'skip').map(({ id }) => id),
  )
  return [
    ...(skipped.has('receipt.signer') ? ['Who signed: name the gateway, or its address.'] : []),
    ...(source.kind === 'typed' ? ['Whose address that is: you typed it in.'] : []),
    ...(skipped.has('commitment.prompt')
      ? ['What was asked: the messages are not in the file. Paste them below to check.']
      : []),
    ...(skipped.has('commitment.response')
      ? ['What was answered: the answer is not in the file. Paste it below to check.']
      : []),
    ...(subject.kind === 'transcript' && subject.end === 'missing'
      ? ['That the stream ended there: its end mark, [DONE], is missing.']
      : []),
    ...byMode[receiptOf(subject).body.mode],
    'That the answer is right, or that the model named is the one that ran.',
    'That the gateway ran an unchanged program: a signature says who signed.',
    ...((source.kind === 'gateway' || source.kind === 'pin') && source.gateway === servedBy
      ? [
          'That this page is honest: it comes from the gateway that it judges. The saved file does not.',
        ]
      : []),
  ]
}
