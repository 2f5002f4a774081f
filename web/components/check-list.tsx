import { claims, type CheckId } from '#shared/claims.ts'
import type { Check } from '#shared/verdict.ts'
import type { ByHand } from '../judge/repeat-by-hand.ts'
import { showText } from '../judge/show-text.ts'
import { Copyable } from './copyable.tsx'
import { StatusMark } from './status-mark.tsx'

interface CheckListProps {
  readonly checks: readonly Check[]
  readonly byHand: (id: CheckId) => ByHand | null
}

/** Every check: what it proves, who made it, and how to make it without this page. */
export function CheckList({ checks, byHand }: CheckListProps) {
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">Each check</h2>
      <ol className="checks">
        {checks.map((check) => (
          <CheckItem key={check.id} check={check} byHand={byHand(check.id)} />
        ))}
      </ol>
    </section>
  )
}

const makers: Readonly<Record<Check['by'], string>> = {
  you: 'this page, here',
  gateway: 'the gateway',
  provider: 'the provider',
}

function CheckItem({ check, byHand }: { readonly check: Check; readonly byHand: ByHand | null }) {
  const claim = claims[check.id]
  const detail = check.status === 'pass' ? check.detail : check.reason
  return (
    <li>
      <details>
        <summary>
          <StatusMark status={check.status} />
          <span className="check-claim">
            {check.status === 'pass' ? claim.user : `To prove: ${claim.user}`}
            {detail !== undefined && <bdi className="check-detail">{showText(detail, 400)}</bdi>}
          </span>
        </summary>
        <dl>
          <dt>What is computed</dt>
          <dd>{claim.auditor}</dd>
          <dt>Made by</dt>
          <dd>{makers[check.by]}</dd>
          <dt>Asked for in</dt>
          <dd>{claim.source}</dd>
        </dl>
        {byHand && <ByHandSteps id={check.id} byHand={byHand} />}
      </details>
    </li>
  )
}

function ByHandSteps({ id, byHand }: { readonly id: CheckId; readonly byHand: ByHand }) {
  return (
    <>
      <h3>By hand</h3>
      {byHand.commands.map((command) => (
        <Copyable key={command} text={command} what={`the command for ${id}`} />
      ))}
      <p>{byHand.expect}</p>
      {byHand.bytes !== undefined && (
        <>
          <h3>The bytes behind it</h3>
          <Copyable text={byHand.bytes} what={`the bytes behind ${id}`} />
        </>
      )}
    </>
  )
}
