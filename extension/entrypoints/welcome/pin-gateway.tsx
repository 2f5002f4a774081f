import { useState } from 'react'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { GatewayFactsView } from '../../ui/gateway-facts.tsx'
import { useAct } from '../../ui/use-act.ts'

interface PinGatewayProps {
  readonly facts: UiAnswers['look-at-gateway']
  readonly pinned: (origin: string) => void
}

type KeyChoice = 'none' | 'paste' | 'make'

const choices: readonly (readonly [KeyChoice, string])[] = [
  ['none', 'No key: I am signed out, with the rate that everybody has'],
  ['paste', 'I have a key'],
  ['make', 'Make me a key'],
]

/** Shows who signs and what is not promised, and pins it when the user says so. */
export function PinGateway({ facts, pinned }: PinGatewayProps) {
  const { origin, signers, known } = facts
  const [choice, setChoice] = useState<KeyChoice>('none')
  const [pasted, setPasted] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const { act, problem, isBusy } = useAct()

  function pin(): void {
    act(async () => {
      await askBackground({
        kind: 'add-gateway',
        origin,
        signer: signers.current.address,
        key: choice === 'paste' && pasted.trim() !== '' ? pasted.trim() : null,
      })
      if (choice !== 'make') return pinned(origin)
      const { key } = await askBackground({ kind: 'make-key', origin })
      setMade(key)
    })
  }

  if (made !== null) {
    return (
      <section className="sheet" aria-labelledby="made-title">
        <h3 id="made-title">Your key. It is shown this once.</h3>
        <p>
          <code>{made}</code>
        </p>
        <div className="row">
          <CopyButton text={made} label="Copy the key" />
          <button type="button" className="primary" onClick={() => pinned(origin)}>
            Go on
          </button>
        </div>
        <p className="soft-text">
          Paste it into your chat page. This extension keeps it too, and uses it on a site only
          where you say so; no page is ever given it.
        </p>
      </section>
    )
  }

  return (
    <section className="sheet" aria-labelledby="facts-title">
      <h2 id="facts-title">{new URL(origin).host}</h2>
      <GatewayFactsView facts={facts} />
      {known === 'other-signer' ? (
        <p className="problem" role="alert">
          This gateway is named already, with another signer pinned. See its alarm in{' '}
          <a href="/options.html">the settings</a>.
        </p>
      ) : (
        <>
          <fieldset>
            <legend>A key, for what is sent from this browser</legend>
            {choices.map(([value, words]) => (
              <label key={value}>
                <input
                  type="radio"
                  name="key"
                  checked={choice === value}
                  onChange={() => setChoice(value)}
                />{' '}
                {words}
              </label>
            ))}
            {choice === 'paste' && (
              <input
                aria-label="Key"
                spellCheck={false}
                autoComplete="off"
                placeholder="sk-csn-…"
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
            )}
          </fieldset>
          <button type="button" className="primary" disabled={isBusy} onClick={pin}>
            Pin this signer
          </button>
        </>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
