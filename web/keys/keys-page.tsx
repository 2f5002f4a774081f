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
        A key is a long password for programs. With one you may ask this gateway more often than
        without. There is no account behind it, and nobody is asked for a name: whoever has the key
        can use it. How private your answers are does not depend on it.
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
            <h2 id="make-title">I have none yet</h2>
            <p>
              You see it once, and copy it to where you keep passwords. The gateway keeps only a
              fingerprint of it, and cannot show it again: one that is lost is replaced by a new
              one.
            </p>
            <button type="button" className="primary" disabled={busy} onClick={make}>
              Make a key
            </button>
          </section>
          <section aria-labelledby="take-title">
            <h2 id="take-title">I have one</h2>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                take(text)
                setText('')
              }}
            >
              <label htmlFor="key-text">
                Your key. It stays in this tab, and goes when you close it
              </label>
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
