import { useState } from 'react'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { useAct } from '../../ui/use-act.ts'

interface NameGatewayProps {
  readonly found: (facts: UiAnswers['look-at-gateway'] | null) => void
}

/** Asks a gateway what it says of itself. Nothing is kept yet. */
export function NameGateway({ found }: NameGatewayProps) {
  const [url, setUrl] = useState('')
  const { act, problem, isBusy } = useAct()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        found(null)
        act(async () => found(await askBackground({ kind: 'look-at-gateway', url: url.trim() })))
      }}
    >
      <label htmlFor="gateway-url">Its address</label>
      <div className="row">
        <input
          id="gateway-url"
          required
          spellCheck={false}
          autoComplete="url"
          placeholder="https://gateway.example.com"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy}>
          Look at it
        </button>
      </div>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
