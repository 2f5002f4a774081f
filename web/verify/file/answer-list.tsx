import { useMemo } from 'react'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { filedWords } from '#shared/document/subject-words.ts'
import { answerFinder } from '../../judge/find-answers.ts'
import { showText } from '#shared/text/show-text.ts'
import { showTime } from '#shared/text/show-time.ts'
import { severalWords } from '#shared/words/english/pages/several.ts'

const pageLength = 50
const longestSearch = 200
/** Fewer are seen at a glance. */
const fewestToSearch = 8

/** What the reader sees of the list, kept while one answer of it is looked at. */
export interface ListView {
  readonly search: string
  /** How many found ones stand on the pages before. */
  readonly skip: number
  /** The one looked at last. */
  readonly last: FiledAnswer | null
}

interface AnswerListProps {
  /** Newest first. */
  readonly answers: readonly FiledAnswer[]
  readonly view: ListView
  readonly onView: (view: ListView) => void
  readonly onChoose: (answer: FiledAnswer) => void
}

/** The answers of an export, a page at a time, as the export describes them. */
export function AnswerList({ answers, view, onView, onChoose }: AnswerListProps) {
  const find = useMemo(() => answerFinder(answers), [answers])
  const found = find(view.search)
  const { skip } = view
  const page = found.slice(skip, skip + pageLength)
  const show = (next: Partial<ListView>) => onView({ ...view, last: null, ...next })

  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title">{severalWords.exportTitle(answers.length)}</h2>
      <p>{severalWords.exportLead}</p>
      {answers.length >= fewestToSearch && (
        <input
          type="search"
          aria-label={severalWords.searchLabel}
          placeholder={severalWords.search}
          autoComplete="off"
          maxLength={longestSearch}
          value={view.search}
          onChange={({ target }) => show({ search: target.value, skip: 0 })}
        />
      )}
      <p className="hint answers-count" role="status">
        {countLine(found.length, answers.length)}
        {found.length > pageLength && severalWords.range(skip + 1, skip + page.length)}
      </p>
      <ol className="answers">
        {page.map((answer, index) => (
          // An export may hold one answer twice: its place tells it apart.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={skip + index}>
            <AnswerButton
              answer={answer}
              focus={answer === view.last ? 'taken' : 'left'}
              onChoose={() => onChoose(answer)}
            />
          </li>
        ))}
      </ol>
      {found.length > pageLength && (
        <div className="row">
          <button
            type="button"
            disabled={skip === 0}
            onClick={() => show({ skip: skip - pageLength })}
          >
            {severalWords.newer}
          </button>
          <button
            type="button"
            disabled={skip + pageLength >= found.length}
            onClick={() => show({ skip: skip + pageLength })}
          >
            {severalWords.older}
          </button>
        </div>
      )}
    </section>
  )
}

function countLine(found: number, all: number): string {
  return found === all ? severalWords.count(all) : severalWords.countOf(found, all)
}

interface AnswerButtonProps {
  readonly answer: FiledAnswer
  readonly focus: 'taken' | 'left'
  readonly onChoose: () => void
}

function AnswerButton({ answer, focus, onChoose }: AnswerButtonProps) {
  const { receivedAt, origin, receipt } = answer
  const { words, by } = filedWords(answer)
  const { model, mode } = receipt.body
  return (
    <button type="button" ref={focus === 'taken' ? takeFocus : null} onClick={onChoose}>
      <time dateTime={receivedAt}>{showTime(receivedAt)}</time>{' '}
      <bdi className="answer-site">{showText(origin)}</bdi> <bdi>{showText(model)}</bdi>{' '}
      <span>{mode}</span>{' '}
      {words !== '' && (
        <bdi className="answer-words">
          {by === 'the file' && severalWords.fileSays}
          {showText(words)}
        </bdi>
      )}
    </button>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}
