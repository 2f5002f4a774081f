import type { Judgement } from '#shared/judge/judge-subject.ts'
import { subjectCircumstances, subjectLeavesOpen } from '#shared/judge/subject-circumstances.ts'
import type { Subject } from '#shared/document/subject.ts'
import { evidenceLeavesOpen, type EvidenceOrigin } from '#shared/judge/evidence-leaves-open.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import { describeAnswer, type AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { ClaimOf } from './claim-of.ts'
import { signerName, type SignerSource } from './signer-source.ts'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

export interface Described {
  readonly subject: Subject
  readonly judgement: Judgement
  readonly source: SignerSource
  readonly claimOf: ClaimOf
  /** The origin that this page came from, or null for a file on a disk. */
  readonly servedBy: string | null
  /** `direct`: this page asked for the answer itself. */
  readonly path: Extract<Circumstances['path']['kind'], 'direct' | 'file'>
  /** Sides whose words the reader gave, and that could not be held against the receipt. */
  readonly notCompared: readonly ('prompt' | 'response')[]
  /** Where the enclave's evidence is from; null without any. */
  readonly evidence: EvidenceOrigin | null
}

/** What a page shows of an answer that was judged: `shared/judge/words/` words it, and this page adds what it alone knows. */
export function describeSubject(described: Described): AnswerView {
  const { subject, judgement, source, claimOf, path } = described
  return describeAnswer(
    judgement,
    { ...subjectCircumstances(subject, judgement.verdict), path: { kind: path } },
    { signer: signerName(source), claimOf },
    pageLeavesOpen(described),
  )
}

function pageLeavesOpen(described: Described): readonly string[] {
  const { subject, source, servedBy, notCompared, evidence } = described
  const isOwnGateway =
    (source.kind === 'gateway' || source.kind === 'pin') && source.gateway === servedBy
  return [
    ...signerLeavesOpen(source),
    ...notCompared.map((side) => notComparedWords[side]),
    ...(evidence === null ? [] : evidenceLeavesOpen(evidence)),
    ...subjectLeavesOpen(subject),
    ...(isOwnGateway ? [words.ownPage] : []),
  ]
}

const notComparedWords = {
  prompt: words.promptNotCompared,
  response: words.responseNotCompared,
} as const

function signerLeavesOpen(source: SignerSource): readonly string[] {
  if (source.kind === 'typed') return [words.typedAddress]
  if (source.kind !== 'pin') return []
  const { current, retired } = source.history
  return current.from === undefined && retired.length === 0 ? [words.pinTerm] : []
}
