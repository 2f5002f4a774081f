import { judgeSubject, type Judgement, type Openings } from '../../judge/judge-subject.ts'
import { subjectCircumstances, subjectLeavesOpen } from '../../judge/subject-circumstances.ts'
import { describeAnswer } from '../../judge/words/describe-answer.ts'
import type { Naming } from '../../judge/words/naming.ts'
import type { Path } from '../../judge/state/circumstances.ts'
import type { Subject } from '../../document/subject.ts'
import type { AnswerTrust } from '../../svc/verify-answer.ts'
import { verdictOf, type FoundVerdict } from '../found-verdict.ts'

interface Telling {
  readonly naming: Naming
  /** Further lines of what is not established. */
  readonly leavesOpen?: readonly string[]
  /** How it came; left out, it is a file, which does not say. */
  readonly path?: Path
  /** The model of the request, if the file does not hold the request. */
  readonly settings?: readonly string[]
}

export interface SubjectInWords extends FoundVerdict {
  readonly opened: Judgement['opened']
}

/** What was brought, judged and in words. */
export function judgeInWords(
  subject: Subject,
  openings: Openings,
  trust: AnswerTrust,
  { naming, leavesOpen = [], path = { kind: 'file' }, settings }: Telling,
): SubjectInWords {
  const judged = judgeSubject(subject, openings, trust)
  const found = subjectCircumstances(subject, judged.verdict)
  const circumstances = { ...found, path, settings: settings ?? found.settings ?? null }
  const view = describeAnswer(judged, circumstances, naming, [
    ...leavesOpen,
    ...subjectLeavesOpen(subject),
  ])
  return { ...verdictOf(view, judged.verdict, judged.receipt), opened: judged.opened }
}
