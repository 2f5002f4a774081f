import { useEffect, useRef, useState } from 'react'
import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'
import type { UiAnswers } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'

interface NameGatewayProps {
  readonly found: (facts: UiAnswers['look-at-gateway'] | null) => void
}

/** Asks a gateway what it says of itself. Nothing is kept yet. */
export function NameGateway({ found }: NameGatewayProps) {
  const [url, setUrl] = useState(new URLSearchParams(location.search).get('gateway') ?? '')
  const field = useRef<HTMLInputElement>(null)
  // The first thing to do on this page.
  useEffect(() => field.current?.focus(), [])
  const { act, problem, isBusy } = useAct()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        found(null)
        act(async () => found(await askBackground({ kind: 'look-at-gateway', url })))
      }}
    >
      <label htmlFor="gateway-url">{words.address}</label>
      <div className="row">
        <input
          ref={field}
          id="gateway-url"
          type="text"
          inputMode="url"
          required
          spellCheck={false}
          autoComplete="url"
          placeholder="https://gateway.example.com"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <button type="submit" className="primary" disabled={isBusy}>
          {words.look}
        </button>
      </div>
      <p className="soft-text">{words.lookMeans}</p>
      <ProblemLine problem={problem} />
    </form>
  )
}
