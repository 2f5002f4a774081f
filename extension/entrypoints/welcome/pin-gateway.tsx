import { useState } from 'react'
import { Phrase } from '#shared/ui/phrase.tsx'
import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { GatewayFactsView } from '../../ui/gateway-facts.tsx'
import { MadeKey } from '../../ui/made-key.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { useAct } from '../../ui/use/use-act.ts'
import { KeyChoice, type KeyKind } from './key-choice.tsx'

interface PinGatewayProps {
  readonly facts: UiAnswers['look-at-gateway']
  readonly pinned: (origin: string) => void
}

/** Shows who signs and what is not promised, and pins it when the user says so. */
export function PinGateway({ facts, pinned }: PinGatewayProps) {
  const { origin, signers, known } = facts
  const [kind, setKind] = useState<KeyKind>('none')
  const [pasted, setPasted] = useState('')
  const [isCompared, setIsCompared] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const { act, problem, isBusy } = useAct()

  function pin(): void {
    act(async () => {
      const key = kind === 'paste' ? pasted.trim() : null
      await askBackground({ kind: 'add-gateway', origin, signer: signers.current.address, key })
      // One that is named already keeps the key that it has.
      if (key !== null) await askBackground({ kind: 'set-key', origin, key })
      if (kind === 'make') setMade((await askBackground({ kind: 'make-key', origin })).key)
      else pinned(origin)
    })
  }

  if (made !== null) return <MadeKey text={made} done={() => pinned(origin)} />

  return (
    <form
      className="sheet"
      aria-labelledby="facts-title"
      onSubmit={(event) => {
        event.preventDefault()
        pin()
      }}
    >
      <h2 id="facts-title">{new URL(origin).host}</h2>
      <GatewayFactsView facts={facts} />
      {known === 'other-signer' ? (
        <p className="problem" role="alert">
          <Phrase text={words.otherSigner} links={[{ href: '/options.html#gateways' }]} />
        </p>
      ) : (
        <>
          <KeyChoice {...{ kind, setKind, pasted, setPasted }} />
          <label className="tick">
            <input
              type="checkbox"
              checked={isCompared}
              onChange={({ target }) => setIsCompared(target.checked)}
            />
            {words.compared}
            <span className="soft-text">
              {isCompared ? words.comparedMeans : words.notComparedMeans}
            </span>
          </label>
          <p className="soft-text">{extensionWords.pinMeans}</p>
          <div className="row">
            <button type="submit" className="primary" disabled={isBusy}>
              {words.pin}
            </button>
          </div>
        </>
      )}
      <ProblemLine problem={problem} />
    </form>
  )
}
