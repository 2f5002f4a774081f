import { optionsWords as words } from '#shared/words/english/extension/options.ts'
import { useState } from 'react'
import type { ShownGateway } from '../../messages/ui-requests.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { MadeKey } from '../../ui/made-key.tsx'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { useAct } from '../../ui/use/use-act.ts'

/** The user's key at one gateway. It is never read back: what is kept can be replaced or forgotten. */
export function GatewayKey({ gateway: { origin, hasKey } }: { readonly gateway: ShownGateway }) {
  const [pasted, setPasted] = useState('')
  const [made, setMade] = useState<string | null>(null)
  const { act, problem, isBusy } = useAct()
  const set = (key: string | null) => act(() => askBackground({ kind: 'set-key', origin, key }))

  if (made !== null) return <MadeKey text={made} done={() => setMade(null)} />
  if (hasKey) {
    return (
      <>
        <h3>{words.yourKey}</h3>
        <div className="row">
          <span>{words.keyIsKept}</span>
          <ConfirmButton
            label={words.forget}
            warning={words.forgetWarning}
            sure={words.forgetSure}
            isBusy={isBusy}
            confirmed={() => set(null)}
          />
        </div>
        <ProblemLine problem={problem} />
      </>
    )
  }
  return (
    <>
      <h3>{words.yourKey}</h3>
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          set(pasted.trim())
          setPasted('')
        }}
      >
        <input
          type="text"
          aria-label={words.keyFor(origin)}
          required
          pattern="\s*\S+\s*"
          spellCheck={false}
          autoComplete="off"
          placeholder="sk-csn-…"
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
        <button type="submit" disabled={isBusy}>
          {words.keepKey}
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            act(async () => setMade((await askBackground({ kind: 'make-key', origin })).key))
          }
        >
          {words.makeKey}
        </button>
      </form>
      <ProblemLine problem={problem} />
    </>
  )
}
