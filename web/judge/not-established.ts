import { alwaysLeftOpen, modeLeavesOpen } from '#shared/document/not-established.ts'
import { receiptOf, type Subject } from '#shared/document/subject.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { ChainOrigin } from './chain-links.ts'
import { isSimulated, simulatedWords } from './simulated.ts'
import type { SignerSource } from './signer-source.ts'

const howItCame =
  'How it came: its site, its time of arrival and the label shown beside it are nowhere signed.'

export interface Judged {
  readonly subject: Subject
  readonly verdict: Verdict
  readonly source: SignerSource
  /** The origin that this page came from, or null for a file on a disk. */
  readonly servedBy: string | null
  /** Sides whose words the reader gave, and that could not be held against the receipt. */
  readonly notCompared: readonly ('prompt' | 'response')[]
  /** Where the enclave's evidence is from; null without any. */
  readonly evidence: EvidenceUse | null
}

export interface EvidenceUse {
  readonly origin: ChainOrigin
  /** Whether it lies more than a day before or after the answer. */
  readonly apart: 'before' | 'after' | null
}

/** What a reader could take the verdict to mean, and it does not. */
export function notEstablished(judged: Judged): readonly string[] {
  const { subject, verdict, source, servedBy } = judged
  if (verdict.kind === 'rejected') {
    return ['Anything else: a file with one false part proves nothing with its others.']
  }
  const skipped = new Set(
    verdict.checks.filter(({ status }) => status === 'skip').map(({ id }) => id),
  )
  const receipt = receiptOf(subject)
  return [
    ...(isSimulated(receipt)
      ? [`Any hardware: ${simulatedWords}. What a simulation proves, its own operator made up.`]
      : []),
    ...(skipped.has('receipt.signer') ? ['Who signed: name the gateway, or its address.'] : []),
    ...signerLeavesOpen(source),
    ...(skipped.has('commitment.prompt') ? [words.prompt[comparedOf('prompt', judged)]] : []),
    ...(skipped.has('commitment.response') ? [words.response[comparedOf('response', judged)]] : []),
    ...(skipped.has('enclave-receipt.request')
      ? ['That the enclave got these messages: that is the gateway’s word.']
      : []),
    ...evidenceLeavesOpen(judged.evidence),
    ...(subject.kind === 'filed' ? [howItCame] : []),
    ...(subject.kind === 'transcript' && subject.end === 'missing'
      ? ['That the stream ended there: its end mark, [DONE], is missing.']
      : []),
    ...modeLeavesOpen(receipt.body.mode, verdict),
    ...alwaysLeftOpen,
    ...((source.kind === 'gateway' || source.kind === 'pin') && source.gateway === servedBy
      ? [
          'That this page is honest: it comes from the gateway that it judges. The saved file does not.',
        ]
      : []),
  ]
}

const words = {
  prompt: {
    'not given': 'What was asked: the messages are not in the file. Paste them below to check.',
    'not compared':
      'What was asked: the words that you pasted were not compared. The reason stands beside them.',
  },
  response: {
    'not given': 'What was answered: the answer is not in the file. Paste it below to check.',
    'not compared':
      'What was answered: the words that you pasted were not compared. The reason stands beside them.',
  },
} as const

function comparedOf(side: 'prompt' | 'response', { notCompared }: Judged) {
  return notCompared.includes(side) ? 'not compared' : 'not given'
}

function signerLeavesOpen(source: SignerSource): readonly string[] {
  if (source.kind === 'typed') return ['Whose address that is: you typed it in.']
  if (source.kind !== 'pin') return []
  const { current, retired } = source.history
  return current.from === undefined && retired.length === 0
    ? ['That the pinned address was in use then: its gateway has not said since when it signs.']
    : []
}

function evidenceLeavesOpen(evidence: EvidenceUse | null): readonly string[] {
  if (evidence === null) return []
  const { origin, apart } = evidence
  return [
    ...(origin === 'opened'
      ? ['When the evidence was made, and that its number was fresh: the file says so.']
      : []),
    ...(apart === null
      ? []
      : [
          `That the enclave was the same when it answered: the evidence is from more than a day ${apart} the answer.`,
        ]),
  ]
}
