import { claims } from '#shared/claims.ts'
import type { Check, Verdict } from '#shared/verdict.ts'

const looks = {
  pass: ['✓', 'Pass', 'pass'],
  fail: ['✕', 'Fail', 'fail'],
  skip: ['⋯', 'Skip', 'skip'],
} as const

const makers: Readonly<Record<Check['by'], string>> = {
  you: 'made in this browser',
  gateway: 'made by the gateway',
  provider: 'the provider’s own word',
}

/** Every check with what it proves. What did not pass comes first. */
export function Checks({ verdict: { checks } }: { readonly verdict: Verdict }) {
  const sorted = checks.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">Each check</h2>
      <ul className="list">
        {sorted.map((check) => {
          const [mark, word, tone] = looks[check.status]
          return (
            <li key={check.id}>
              <span className={tone}>
                <span aria-hidden="true">{mark}</span> {word}
              </span>{' '}
              {check.status === 'pass' ? '' : 'To prove: '}
              {claims[check.id].user}
              <br />
              <span className="soft-text">
                <code>{check.id}</code>, {makers[check.by]}
                {check.status !== 'pass' && `: ${check.reason}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const order: readonly Check['status'][] = ['fail', 'skip', 'pass']
