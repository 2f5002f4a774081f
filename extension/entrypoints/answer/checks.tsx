import { claims } from '#shared/claims.ts'
import type { Check, Verdict } from '#shared/verdict.ts'
import { StatusMark } from './status-mark.tsx'

const makers: Readonly<Record<Check['by'], string>> = {
  you: 'made in this browser',
  gateway: 'made by the gateway',
  provider: 'the provider’s own word',
}

const order: readonly Check['status'][] = ['fail', 'skip', 'pass']

/** Every check with what it proves. What did not pass comes first. */
export function Checks({ verdict: { checks } }: { readonly verdict: Verdict }) {
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  const count = (status: Check['status']) => checks.filter((each) => each.status === status).length
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">Each check</h2>
      <p className="soft-text">
        {count('pass')} passed, {count('fail')} failed, {count('skip')} could not be made.
      </p>
      <ol className="list checks">
        {sorted.map((check, index) => (
          // One id can stand twice, and nothing else tells such checks apart.
          // oxlint-disable-next-line react/no-array-index-key
          <CheckItem key={`${index}-${check.id}`} check={check} />
        ))}
      </ol>
    </section>
  )
}

function CheckItem({ check }: { readonly check: Check }) {
  const { id, status, by } = check
  const detail = status === 'pass' ? check.detail : check.reason
  return (
    <li>
      <StatusMark status={status} />
      <div>
        {status === 'pass' ? claims[id].user : `To prove: ${claims[id].user}`}
        {detail !== undefined && (
          <p className="check-detail">
            <bdi>{detail}</bdi>
          </p>
        )}
        <p className="soft-text">
          <code>{id}</code>, {makers[by]}
        </p>
      </div>
    </li>
  )
}
