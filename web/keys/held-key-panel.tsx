import { Phrase } from '#shared/ui/phrase.tsx'
import { useState } from 'react'
import { Copyable } from '../components/copyable.tsx'
import { showTime } from '#shared/text/show-time.ts'
import type { KeyFacts, UsageRow } from './keys-api.ts'
import type { HeldKey, KeyState } from './use-key.ts'
import { keysWords as words } from '#shared/words/english/pages/keys-page.ts'

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
          <h2 id="fresh-title">{words.freshTitle}</h2>
          <Copyable text={held.key} what={words.theKey} />
          <p className="hint">
            <Phrase text={words.fresh(gateway)} />
          </p>
        </section>
      )}
      <section aria-labelledby="plan-title">
        <h2 id="plan-title">{words.planTitle}</h2>
        {facts && <KeyFactList facts={facts} />}
        <div className="row">
          <button type="button" disabled={state.busy} onClick={state.refresh}>
            {words.refresh}
          </button>
          <button type="button" disabled={state.busy} onClick={state.forget}>
            {words.forget}
          </button>
        </div>
      </section>
      {facts && facts.usage.length > 0 && <UsageTable rows={facts.usage} />}
      <RedeemForm state={state} />
      <section aria-labelledby="end-title">
        <h2 id="end-title">{words.endTitle}</h2>
        <div className="row">
          <Confirmed label={words.replace} question={words.replaceMeans} onYes={state.rotate} />
          <Confirmed label={words.end} question={words.endMeans} onYes={state.revoke} />
        </div>
      </section>
    </>
  )
}

function KeyFactList({ facts }: { readonly facts: KeyFacts }) {
  return (
    <dl>
      <dt>{words.plan}</dt>
      <dd>
        {facts.plan}
        {facts.planUntil !== null && words.until(showTime(facts.planUntil))}
      </dd>
      <dt>{words.requests}</dt>
      <dd>{words.budget(facts.budget.remaining, facts.budget.limit)}</dd>
      <dt>{words.made}</dt>
      <dd>{showTime(facts.createdAt)}</dd>
    </dl>
  )
}

function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }) {
  return (
    <section aria-labelledby="usage-title">
      <h2 id="usage-title">{words.usageTitle}</h2>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{words.day}</th>
            <th scope="col">{words.model}</th>
            <th scope="col">{words.requests}</th>
            <th scope="col">{words.tokens}</th>
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
      <p className="hint">{words.usageHint}</p>
    </section>
  )
}

function RedeemForm({ state }: { readonly state: KeyState }) {
  const [code, setCode] = useState('')
  return (
    <section aria-labelledby="redeem-title">
      <h2 id="redeem-title">{words.redeemTitle}</h2>
      <p>{words.redeemHint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          state.redeem(code)
          setCode('')
        }}
      >
        <label htmlFor="voucher">{words.code}</label>
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
            {words.redeem}
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
        {words.confirm(label)}
      </button>
      <button type="button" onClick={() => setIsAsking(false)}>
        {words.keep}
      </button>
    </span>
  )
}
