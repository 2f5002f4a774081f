import { useState } from 'react'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { FullAnswer } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useAct } from '../../ui/use-act.ts'

interface DisclosePanelProps {
  readonly card: AnswerCard
  readonly words: FullAnswer['words']
  /** The side that the user asked for in the page, or null. */
  readonly asked: string | null
}

const sides = [
  ['response', 'the answer'],
  ['prompt', 'the prompt'],
] as const

/** Proves one side of the exchange to somebody, and says before what the file will hold. */
export function DisclosePanel({ card, words, asked }: DisclosePanelProps) {
  const [side, setSide] = useState<'prompt' | 'response' | null>(
    asked === 'prompt' || asked === 'response' ? asked : null,
  )
  const { act, problem } = useAct()
  const can = side === null ? null : card.disclose[side]
  const shown = side === 'prompt' ? words?.messages : words?.message

  function save(): void {
    if (side === null) return
    act(async () => {
      const { fileName, text } = await askBackground({
        kind: 'disclose',
        digest: card.digest,
        side,
      })
      saveFile(fileName, text)
    })
  }

  return (
    <section aria-labelledby="disclose-title">
      <h2 id="disclose-title">Prove one side to somebody</h2>
      <div className="row">
        {sides.map(([name, words]) => (
          <button
            key={name}
            type="button"
            aria-pressed={side === name}
            onClick={() => setSide(name)}
          >
            Disclose {words} only
          </button>
        ))}
      </div>
      {side !== null && can !== true && <p>{can}</p>}
      {side !== null && can === true && (
        <div className="sheet">
          <p>
            The file will hold the receipt, {side === 'prompt' ? 'the messages' : 'the answer'}, and
            the salt that opens it. The other side and its salt stay here.
          </p>
          <pre tabIndex={0} aria-label="What is disclosed">
            {JSON.stringify(shown, null, 2)}
          </pre>
          <button type="button" className="primary" onClick={save}>
            Save the disclosure
          </button>
        </div>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
    </section>
  )
}
