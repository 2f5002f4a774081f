import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'

export type KeyKind = 'none' | 'paste' | 'make'

interface KeyChoiceProps {
  readonly kind: KeyKind
  readonly setKind: (kind: KeyKind) => void
  readonly pasted: string
  readonly setPasted: (key: string) => void
}

const choices: readonly (readonly [kind: KeyKind, name: string, more: string])[] = [
  ['none', words.noKey, words.noKeyMeans],
  ['make', words.makeKey, words.makeKeyMeans],
  ['paste', words.haveKey, words.haveKeyMeans],
]

export function KeyChoice({ kind, setKind, pasted, setPasted }: KeyChoiceProps) {
  return (
    <fieldset>
      <legend>
        <h3>{words.keyTitle}</h3>
      </legend>
      {choices.map(([value, name, more]) => (
        <label key={value} className="tick">
          <input type="radio" name="key" checked={kind === value} onChange={() => setKind(value)} />
          {name}
          <span className="soft-text">{more}</span>
        </label>
      ))}
      {kind === 'paste' && (
        <input
          type="text"
          aria-label={words.key}
          required
          pattern="\s*\S+\s*"
          title={words.keyForm}
          maxLength={512}
          spellCheck={false}
          autoComplete="off"
          placeholder="sk-csn-…"
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
      )}
    </fieldset>
  )
}
