import { useEffect, useRef } from 'react'
import type { Refusal } from '#shared/document/subject.ts'
import { showText } from '#shared/text/show-text.ts'
import { FailureBoundary } from '#shared/ui/failure-boundary.tsx'
import { PartMissing } from '../components/part-missing.tsx'
import { RefusalPanel } from '../components/refusal-panel.tsx'
import type { Judging } from './judged-subject.tsx'
import type { ReadDocument } from './file/read-export.ts'
import type { BroughtFile } from './file/use-file.ts'
import type { SignerState } from './signer/use-signer.ts'
import { useVerifier, type Verifier } from './use-verifier.ts'
import { Waiting } from './waiting.tsx'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

interface OutcomeProps extends Omit<Judging, 'source' | 'brought'> {
  readonly file: BroughtFile | null
  readonly signer: SignerState
}

/** What came of what was brought. Until its verdict is reached there is none, and the place says so. */
export function Outcome({ file, signer, ...judging }: OutcomeProps) {
  const verifier = useVerifier(file === null ? 'none' : 'given')
  const stage = file === null ? null : stageOf(file, signer, verifier)
  const place = useRef<HTMLDivElement>(null)
  const isReached = stage !== null && stage.kind !== 'waiting'
  const broughtBy = file?.by

  useEffect(() => {
    if (!isReached || broughtBy !== 'reader') return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }, [isReached, broughtBy, file?.number])

  if (file === null || stage === null) return null
  return (
    <div
      className={`outcome by-${file.by}`}
      role="region"
      aria-label={words.outcome}
      tabIndex={-1}
      ref={place}
    >
      {stage.kind === 'waiting' && <Waiting sentence={stage.sentence} />}
      {stage.kind === 'refused' && (
        <RefusalPanel refusal={stage.refusal} name={showText(file.name, 80)} />
      )}
      {stage.kind === 'no verifier' && <PartMissing />}
      {stage.kind === 'judged' && (
        <FailureBoundary key={file.number} instead={<NotJudged />}>
          <stage.JudgedDocument
            document={stage.document}
            brought={{ name: showText(file.name, 80), bytes: file.bytes }}
            source={signer.source}
            {...judging}
          />
        </FailureBoundary>
      )}
    </div>
  )
}

type Stage =
  | { readonly kind: 'waiting'; readonly sentence: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'no verifier' }
  | {
      readonly kind: 'judged'
      readonly document: Exclude<ReadDocument, Refusal>
      readonly JudgedDocument: Verifier['JudgedDocument']
    }

function stageOf(
  { document }: BroughtFile,
  { isFirstAsked }: SignerState,
  verifier: ReturnType<typeof useVerifier>,
): Stage {
  if (document === 'reading') return { kind: 'waiting', sentence: words.reading }
  if ('sentence' in document) return { kind: 'refused', refusal: document }
  if (verifier === 'failed') return { kind: 'no verifier' }
  if (verifier === 'loading') {
    return { kind: 'waiting', sentence: words.loading }
  }
  if (isFirstAsked) {
    return { kind: 'waiting', sentence: words.askingSigner }
  }
  return { kind: 'judged', document, JudgedDocument: verifier.JudgedDocument }
}

function NotJudged() {
  return (
    <p className="alert" role="alert">
      {words.notJudged}
    </p>
  )
}
