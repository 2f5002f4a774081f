import { lazy, Suspense } from 'react'
import type { Refusal } from '#shared/document/subject.ts'
import { PartMissing } from '../components/part-missing.tsx'
import { JudgedSubject, type Judging } from './judged-subject.tsx'
import type { ReadDocument } from './file/read-export.ts'

/** Few files are exports. */
const ExportPanel = lazy(() =>
  import('./file/export-panel.tsx').then(
    (module) => ({ default: module.ExportPanel }),
    () => ({ default: PartMissing }),
  ),
)

/** And few hold several answers. */
const SeveralPanel = lazy(() =>
  import('./file/several-panel.tsx').then(
    (module) => ({ default: module.SeveralPanel }),
    () => ({ default: PartMissing }),
  ),
)

interface JudgedDocumentProps extends Judging {
  readonly document: Exclude<ReadDocument, Refusal>
}

/** What was recognised: one subject with its verdict, or answers to choose one of. */
export function JudgedDocument({ document, ...judging }: JudgedDocumentProps) {
  switch (document.kind) {
    case 'answers':
      return (
        <Suspense>
          <ExportPanel answers={document.answers} {...judging} />
        </Suspense>
      )
    case 'several':
      return (
        <Suspense>
          <SeveralPanel parts={document.parts} {...judging} />
        </Suspense>
      )
    case 'recognised':
      return <JudgedSubject subject={document.subject} {...judging} />
  }
}
