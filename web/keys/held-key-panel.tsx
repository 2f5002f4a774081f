import { useState } from 'react'
import { Copyable } from '../components/copyable.tsx'
import { showTime } from '#shared/text/show-time.ts'
import type { KeyFacts, UsageRow } from './keys-api.ts'
import type { HeldKey, KeyState } from './use-key.ts'

interface HeldKeyPanelProps {
  readonly held: HeldKey
  readonly state: KeyState
  readonly gateway: string
}

export function HeldKeyPanel({ held, state, gateway }: HeldKeyPanelProps) {
  const { facts } = held
  return (
    <>
      {held.origin === 'fresh' && (
        <section aria-labelledby="fresh-title">
          <h2 id="fresh-title">Your key, shown once</h2>
          <Copyable text={held.key} what="the key" />
          <p className="hint">
            Keep it where you keep passwords. In your chat program it goes where an “API key” is
            asked for, and beside it, as “base URL”, <code>{gateway}/v1</code>.
          </p>
        </section>
      )}
      <section aria-labelledby="plan-title">
        <h2 id="plan-title">What it may do</h2>
        {facts && <KeyFactList facts={facts} />}
        <div className="row">
          <button type="button" disabled={state.busy} onClick={state.refresh}>
            Read again
          </button>
          <button type="button" disabled={state.busy} onClick={state.forget}>
            Forget it here
          </button>
        </div>
      </section>
      {facts && facts.usage.length > 0 && <UsageTable rows={facts.usage} />}
      <RedeemForm state={state} />
      <section aria-labelledby="end-title">
        <h2 id="end-title">Replace or end it</h2>
        <div className="row">
          <Confirmed
            label="Replace"
            question="You get a new key; programs with this one stop at once."
            onYes={state.rotate}
          />
          <Confirmed
            label="End"
            question="Programs with this key stop, for good."
            onYes={state.revoke}
          />
        </div>
      </section>
    </>
  )
}

function KeyFactList({ facts }: { readonly facts: KeyFacts }) {
  return (
    <dl>
      <dt>Plan</dt>
      <dd>
        {facts.plan}
        {facts.planUntil !== null && `, until ${showTime(facts.planUntil)}`}
      </dd>
      <dt>Requests</dt>
      <dd>
        {facts.budget.remaining} of {facts.budget.limit} left in this minute
      </dd>
      <dt>Made</dt>
      <dd>{showTime(facts.createdAt)}</dd>
    </dl>
  )
}

function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <section aria-labelledby="usage-title">
      <h2 id="usage-title">What it used</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Model</th>
            <th scope="col">Requests</th>
            <th scope="col">Tokens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, model, requests, tokens }) => (
            <tr key={`${day} ${model}`}>
              <td>{day}</td>
              <td>{model}</td>
              <td>{requests}</td>
              <td>{tokens}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        By day (UTC) and model, for 31 days. The gateway keeps nothing else of it, and it goes with
        the key.
      </p>
    </section>
  )
}

function RedeemForm({ state }: { readonly state: KeyState }) {
  const [code, setCode] = useState('')
  return (
    <section aria-labelledby="redeem-title">
      <h2 id="redeem-title">Redeem a voucher</h2>
      <p>A code that lets this key do more, for as long as it says.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          state.redeem(code)
          setCode('')
        }}
      >
        <label htmlFor="voucher">Its code</label>
        <div className="row">
          <input
            id="voucher"
            required
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <button type="submit" disabled={state.busy}>
            Redeem
          </button>
        </div>
      </form>
    </section>
  )
}

interface ConfirmedProps {
  readonly label: string
  readonly question: string
  readonly onYes: () => void
}

/** A step that cannot be undone takes two presses. */
function Confirmed({ label, question, onYes }: ConfirmedProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking) {
    return (
      <button type="button" onClick={() => setIsAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <span className="row" role="group" aria-label={label}>
      {question}
      <button
        type="button"
        onClick={() => {
          setIsAsking(false)
          onYes()
        }}
      >
        {label} it
      </button>
      <button type="button" onClick={() => setIsAsking(false)}>
        Keep it
      </button>
    </span>
  )
}
