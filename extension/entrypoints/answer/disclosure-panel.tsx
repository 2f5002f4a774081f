import type { CommitmentSide } from '#shared/judge/judge-subject.ts'
import { useEffect, useState } from 'react'
import { answerPageWords as words } from '#shared/words/english/extension/answer-page.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground, NotGranted } from '../../ui/ask-background.ts'
import { saveFile } from '#shared/ui/save-file.ts'

interface DisclosurePanelProps {
  readonly card: AnswerCard
  readonly side: CommitmentSide
}

/** Proves one side of the exchange to somebody: shows the very file before it is saved. */
export function DisclosurePanel({ card: { digest, disclose }, side }: DisclosurePanelProps) {
  const can = disclose[side]
  const [file, setFile] = useState<UiAnswers['disclose'] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (can !== true) return
    askBackground({ kind: 'disclose', digest, side }).then(setFile, (error: unknown) =>
      setProblem(error instanceof NotGranted ? error.message : extensionWords.failed),
    )
  }, [can, digest, side])

  if (can !== true || problem !== null) {
    return (
      <p className="sheet" role="status">
        {can === true ? problem : can}
      </p>
    )
  }
  if (file === null) return null
  return (
    <section className="sheet" aria-label={words.disclosure}>
      <p>{words.disclosureOf(side === 'prompt' ? words.messages : words.answer)}</p>
      <pre tabIndex={0} aria-label={words.file}>
        {file.text}
      </pre>
      <button type="button" className="primary" onClick={() => saveFile(file.fileName, file.text)}>
        {words.save}
      </button>
    </section>
  )
}
