import { useState } from 'react'
import { PageFrame } from '../components/page-frame.tsx'
import { HeldKeyPanel } from './held-key-panel.tsx'
import { useKey } from './use-key.ts'
import { keysWords as words } from '#shared/words/english/pages/keys-page.ts'

/** Makes a key, and does with it what a key may do with itself. */
export function KeysPage({ gateway }: { readonly gateway: string }) {
  const state = useKey(gateway)
  const [text, setText] = useState('')
  const { held, busy, problem, done, make, take } = state
  return (
    <PageFrame current="keys">
      <h1>{words.title}</h1>
      <p className="lead">{words.lead}</p>
      <div role="status">
        {done !== null && <p>{done}</p>}
        {problem !== null && <p className="problem">{problem}</p>}
      </div>
      {held ? (
        <HeldKeyPanel held={held} state={state} gateway={gateway} />
      ) : (
        <div className="two-columns">
          <section aria-labelledby="make-title">
            <h2 id="make-title">{words.none}</h2>
            <p>{words.noneHint}</p>
            <button type="button" className="primary" disabled={busy} onClick={make}>
              {words.make}
            </button>
          </section>
          <section aria-labelledby="take-title">
            <h2 id="take-title">{words.have}</h2>
            <form
              onSubmit={(event) => {
                event.preventDefault()
                take(text)
                setText('')
              }}
            >
              <label htmlFor="key-text">{words.field}</label>
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
                  {words.show}
                </button>
              </div>
            </form>
          </section>
        </div>
      )}
    </PageFrame>
  )
}
