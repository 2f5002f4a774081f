import { claims } from '#shared/claims.ts'
import { subjectCircumstances, subjectLeavesOpen } from '#shared/judge/subject-circumstances.ts'
import { evidenceLeavesOpen } from '#shared/judge/evidence-leaves-open.ts'
import { describeAnswer, type AnswerView } from '#shared/judge/words/describe-answer.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import type { JudgedFile } from './judge-file.ts'

/** @param signer who must have signed, in the words of a sentence */
export function namingOf(signer: string): Naming {
  return { signer, claimOf: (id) => claims[id] }
}

/** What is said of a file that was judged. */
export function describeFile(judged: JudgedFile, naming: Naming): AnswerView {
  const { subject, verdict, evidence } = judged
  return describeAnswer(judged, subjectCircumstances(subject, verdict), naming, [
    ...(evidence === 'judged' ? evidenceLeavesOpen('opened') : []),
    ...subjectLeavesOpen(subject),
  ])
}
