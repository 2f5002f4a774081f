import { useMemo, useState } from 'react'
import { modelAskedIn, type FilePart, type Subject } from '#shared/document/subject.ts'
import { subjectWords } from '#shared/document/subject-words.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { showTime } from '#shared/text/show-time.ts'
import { LookMark } from '#shared/ui/look-mark.tsx'
import { receiptClaimOf } from '../../judge/claim-of.ts'
import { askedOf } from '../../judge/asked-of.ts'
import { describeSubject } from '../../judge/describe-subject.ts'
import { sourceFor } from '../signer/signed-by.ts'
import { historyOf } from '../../judge/signer-source.ts'
import { ChosenAnswer } from './chosen-answer.tsx'
import type { Judging } from '../judged-subject.tsx'
import { severalWords } from '#shared/words/english/pages/several.ts'

interface SeveralPanelProps extends Judging {
  /** In the order of the file. */
  readonly parts: readonly FilePart[]
}

/** Longer sentences are out of a file that was made to have them. */
const longestSentence = 1_000

/** Answers at once: each is judged before it is drawn. */
const atOnce = 50

/** The answers of a recording or a log, each with what came of it by itself; one that is chosen is shown whole. */
export function SeveralPanel({ parts, ...judging }: SeveralPanelProps) {
  const [batches, setBatches] = useState(1)
  const [chosen, setChosen] = useState<number | null>(null)
  const [last, setLast] = useState<number | null>(null)
  const part = chosen === null ? undefined : parts[chosen]
  const shown = parts.slice(0, batches * atOnce)

  if (chosen !== null && part?.kind === 'recognised') {
    return (
      <ChosenAnswer
        subject={part.subject}
        count={parts.length}
        onBack={() => setChosen(null)}
        {...judging}
      >
        {severalWords.number(chosen + 1)}
      </ChosenAnswer>
    )
  }
  return (
    <section aria-labelledby="several-title">
      <h2 id="several-title">{severalWords.title(parts.length)}</h2>
      <p>{severalWords.lead}</p>
      <ol className="answers">
        {shown.map((each, index) => (
          // A file may hold one answer twice: its place tells it apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {each.kind === 'recognised' ? (
              <PartButton
                subject={each.subject}
                focus={index === last ? 'taken' : 'left'}
                onChoose={() => {
                  setLast(index)
                  setChosen(index)
                }}
                {...judging}
              />
            ) : (
              <p>
                <LookMark look={lookOf('no-receipt')} />:{' '}
                <bdi>{showText(each.sentence, longestSentence)}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      {shown.length < parts.length && (
        <button type="button" onClick={() => setBatches(batches + 1)}>
          {severalWords.more(parts.length - shown.length)}
        </button>
      )}
    </section>
  )
}

interface PartButtonProps extends Judging {
  readonly subject: Subject
  readonly focus: 'taken' | 'left'
  readonly onChoose: () => void
}

function PartButton({ subject, focus, onChoose, policy, servedBy, ...of }: PartButtonProps) {
  const source = useMemo(() => sourceFor(subject, of.source), [subject, of.source])
  const { receipt, view } = useMemo(() => {
    const trust = { signers: historyOf(source), policy, nowSeconds: Math.floor(Date.now() / 1000) }
    const judgement = judgeSubject(
      subject,
      { mayBeSaved: true, ...askedOf(modelAskedIn(subject)) },
      trust,
    )
    const { receipt } = judgement
    const around = { path: 'file', notCompared: [], evidence: null } as const
    const described = { subject, judgement, source, servedBy, claimOf: receiptClaimOf, ...around }
    return { receipt, view: describeSubject(described) }
  }, [subject, source, policy, servedBy])
  const { issuedAt, model, mode } = receipt.body
  const { words } = subjectWords(subject)
  return (
    <button type="button" ref={focus === 'taken' ? takeFocus : null} onClick={onChoose}>
      <time dateTime={issuedAt}>{showTime(issuedAt)}</time>{' '}
      <span className={`answer-look tone-${view.tone}`}>
        <LookMark look={view} />
      </span>{' '}
      <bdi>{showText(model)}</bdi> <span>{mode}</span>{' '}
      {words !== '' && <bdi className="answer-words">{showText(words)}</bdi>}
    </button>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}
