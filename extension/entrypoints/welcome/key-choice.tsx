export type KeyKind = 'none' | 'paste' | 'make'

interface KeyChoiceProps {
  readonly kind: KeyKind
  readonly setKind: (kind: KeyKind) => void
  readonly pasted: string
  readonly setPasted: (key: string) => void
}

const choices: readonly (readonly [KeyKind, string, string])[] = [
  ['none', 'No key', 'Signed out, with the rate that everybody has. One can be added later.'],
  ['make', 'Make me a key', 'The gateway is asked for a free one, without a name or an address.'],
  ['paste', 'I have a key', 'It is kept in this browser, and given to no page.'],
]

export function KeyChoice({ kind, setKind, pasted, setPasted }: KeyChoiceProps) {
  return (
    <fieldset>
      <legend>
        <h3>A key, for what is sent from this browser</h3>
      </legend>
      {choices.map(([value, words, more]) => (
        <label key={value} className="tick">
          <input type="radio" name="key" checked={kind === value} onChange={() => setKind(value)} />
          {words}
          <span className="soft-text">{more}</span>
        </label>
      ))}
      {kind === 'paste' && (
        <input
          type="text"
          aria-label="Key"
          required
          pattern="\s*\S+\s*"
          title="A key has no spaces in it."
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
