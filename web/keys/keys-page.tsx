import { useState } from 'react'
import { PageFrame } from '../components/page-frame.tsx'
import { HeldKeyPanel } from './held-key-panel.tsx'
import { useKey } from './use-key.ts'

/** Makes a key, and does with it what a key may do with itself. */
export function KeysPage({ gateway }: { readonly gateway: string }) {
  const state = useKey(gateway)
  const [text, setText] = useState('')
  const { held, busy, problem, done, make, take } = state
  return (
    <PageFrame current="keys">
      <h1>Keys</h1>
      <p className="lead">
        A key raises your budget, and a voucher its plan. No name, no address, no account: whoever
        holds the key is the one it belongs to. Privacy does not depend on the plan.
      </p>
      <div role="status">
        {done !== null && <p>{done}</p>}
        {problem !== null && <p className="problem">{problem}</p>}
      </div>
      {held ? (
        <HeldKeyPanel held={held} state={state} gateway={gateway} />
      ) : (
        <div className="two-columns">
          <section aria-labelledby="make-title">
            <h2 id="make-title">Make one</h2>
            <p>It is shown once. The gateway keeps its digest, and cannot show it again.</p>
            <button type="button" className="primary" disabled={busy} onClick={make}>
              Make a key
            </button>
          </section>
          <section aria-labelledby="take-title">
            <h2 id="take-title">See one you have</h2>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                take(text)
                setText('')
              }}
            >
              <label htmlFor="key-text">Your key; it stays in this tab’s memory</label>
              <div className="row">
                <input
                  id="key-text"
                  type="password"
                  required
                  autoComplete="off"
                  placeholder="sk-csn-…"
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                />
                <button type="submit" disabled={busy}>
                  Show its plan
                </button>
              </div>
            </form>
          </section>
        </div>
      )}
    </PageFrame>
  )
}
