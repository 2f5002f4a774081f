import type { CommitmentSide } from '#shared/judge/judge-subject.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import { useLimitedField } from '../../components/use-limited-field.ts'
import type { SaltFrom, SideText } from './read-openings.ts'
import { judgedWords } from '#shared/words/english/pages/judged.ts'

interface OpeningPanelProps {
  readonly side: CommitmentSide
  readonly text: SideText
  readonly salt: SaltFrom
  readonly problem: string | null
  readonly onChange: (text: SideText) => void
}

const words = {
  prompt: {
    title: judgedWords.openPrompt,
    label: judgedWords.openPromptField,
  },
  response: {
    title: judgedWords.openResponse,
    label: judgedWords.openResponseField,
  },
} as const

/** A salt has 64; blanks around it do no harm. */
const saltLimit = 200

/** Opens one commitment with what the reader holds of the exchange. It stays in this page. */
export function OpeningPanel({ side, text, salt, problem, onChange }: OpeningPanelProps) {
  const valueField = useLimitedField(sizeLimitBytes, (value) => onChange({ ...text, value }))
  const saltField = useLimitedField(saltLimit, (typed) => onChange({ ...text, salt: typed }))
  const complaint = valueField.complaint ?? saltField.complaint ?? problem
  return (
    <section className="opening-panel" aria-labelledby={`${side}-title`}>
      <h3 id={`${side}-title`}>{words[side].title}</h3>
      <label htmlFor={`${side}-value`}>{words[side].label}</label>
      <textarea
        id={`${side}-value`}
        rows={3}
        spellCheck={false}
        value={text.value}
        onPaste={valueField.onPaste}
        onChange={valueField.onChange}
      />
      {salt === 'asked' && (
        <>
          <label htmlFor={`${side}-salt`}>{judgedWords.salt(side)}</label>
          <input
            id={`${side}-salt`}
            spellCheck={false}
            autoComplete="off"
            value={text.salt}
            onPaste={saltField.onPaste}
            onChange={saltField.onChange}
          />
        </>
      )}
      {complaint !== null && <p className="problem">{complaint}</p>}
    </section>
  )
}
