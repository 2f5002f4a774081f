import type { Refusal } from '#shared/document/subject.ts'
import { ExportPanel } from './export-panel.tsx'
import { JudgedSubject, type Judging } from './judged-subject.tsx'
import type { ReadDocument } from './read-export.ts'

interface JudgedDocumentProps extends Judging {
  readonly document: Exclude<ReadDocument, Refusal>
}

/** What was recognised: one subject with its verdict, or answers to choose one of. */
export function JudgedDocument({ document, ...judging }: JudgedDocumentProps) {
  return document.kind === 'answers' ? (
    <ExportPanel answers={document.answers} {...judging} />
  ) : (
    <JudgedSubject subject={document.subject} {...judging} />
  )
}
