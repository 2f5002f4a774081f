import { useState } from 'react'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import { AnswerList, type ListView } from './answer-list.tsx'
import { ChosenAnswer } from './chosen-answer.tsx'
import type { Judging } from './judged-subject.tsx'

interface ExportPanelProps extends Judging {
  /** Newest first. */
  readonly answers: readonly FiledAnswer[]
}

/** The answers of an export: the reader chooses one, and that one alone is judged. */
export function ExportPanel({ answers, ...judging }: ExportPanelProps) {
  const [view, setView] = useState<ListView>({ search: '', skip: 0, last: null })
  const [chosen, setChosen] = useState<FiledAnswer | null>(null)

  return chosen === null ? (
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
      answer={chosen}
      count={answers.length}
      onBack={() => setChosen(null)}
      {...judging}
    />
  )
}
