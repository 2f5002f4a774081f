import type { SaltFrom, SideText } from './read-openings.ts'

type Side = 'prompt' | 'response'

interface OpeningPanelProps {
  readonly side: Side
  readonly text: SideText
  readonly salt: SaltFrom
  readonly problem: string | null
  readonly onChange: (text: SideText) => void
}

const words = {
  prompt: {
    title: 'Check what was asked',
    label: 'The request, its messages, or your words as they stood on the screen',
  },
  response: {
    title: 'Check what was answered',
    label: 'The answer, its message, or its words as they stood on the screen',
  },
} as const

/** Opens one commitment with what the reader holds of the exchange. It stays in this page. */
export function OpeningPanel({ side, text, salt, problem, onChange }: OpeningPanelProps) {
  return (
    <section className="opening-panel" aria-labelledby={`${side}-title`}>
      <h3 id={`${side}-title`}>{words[side].title}</h3>
      <label htmlFor={`${side}-value`}>{words[side].label}</label>
      <textarea
        id={`${side}-value`}
        rows={3}
        spellCheck={false}
        value={text.value}
        onChange={({ target }) => onChange({ ...text, value: target.value })}
      />
      {salt === 'asked' && (
        <>
          <label htmlFor={`${side}-salt`}>Its salt: commitment_salts.{side}, 64 hex digits</label>
          <input
            id={`${side}-salt`}
            spellCheck={false}
            autoComplete="off"
            value={text.salt}
            onChange={({ target }) => onChange({ ...text, salt: target.value })}
          />
        </>
      )}
      {problem !== null && <p className="problem">{problem}</p>}
    </section>
  )
}
