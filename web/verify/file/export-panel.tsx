import { useMemo, useState } from 'react'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import type { Subject } from '#shared/document/subject.ts'
import { showText } from '#shared/text/show-text.ts'
import { showTime } from '#shared/text/show-time.ts'
import { AnswerList, type ListView } from './answer-list.tsx'
import { ChosenAnswer } from './chosen-answer.tsx'
import type { Judging } from '../judged-subject.tsx'
import { severalWords as words } from '#shared/words/english/pages/several.ts'

interface ExportPanelProps extends Judging {
  /** Newest first. */
  readonly answers: readonly FiledAnswer[]
}

/** The answers of an export: the reader chooses one, and that one alone is judged. */
export function ExportPanel({ answers, ...judging }: ExportPanelProps) {
  const [view, setView] = useState<ListView>({ search: '', skip: 0, last: null })
  const [chosen, setChosen] = useState<FiledAnswer | null>(null)

  const subject = useMemo(
    (): Subject | null => (chosen === null ? null : { kind: 'filed', answer: chosen }),
    [chosen],
  )

  return chosen === null || subject === null ? (
    <AnswerList
      answers={answers}
      view={view}
      onView={setView}
      onChoose={(answer) => {
        setView({ ...view, last: answer })
        setChosen(answer)
      }}
    />
  ) : (
    <ChosenAnswer
      subject={subject}
      count={answers.length}
      onBack={() => setChosen(null)}
      {...judging}
    >
      {words.answerOf(showTime(chosen.receivedAt))} <bdi>{showText(chosen.origin)}</bdi>
    </ChosenAnswer>
  )
}
