import { alwaysLeftOpen, modeLeavesOpen } from '#shared/document/not-established.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { SignerSource } from './signer-source.ts'

const howItCame =
  'How it came: its site, its time of arrival and the label shown beside it are nowhere signed.'

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
    ...(subject.kind === 'filed' ? [howItCame] : []),
    ...(subject.kind === 'transcript' && subject.end === 'missing'
      ? ['That the stream ended there: its end mark, [DONE], is missing.']
      : []),
    ...modeLeavesOpen(receiptOf(subject).body.mode, verdict),
    ...alwaysLeftOpen,
    ...((source.kind === 'gateway' || source.kind === 'pin') && source.gateway === servedBy
      ? [
          'That this page is honest: it comes from the gateway that it judges. The saved file does not.',
        ]
      : []),
  ]
}
