import { useState } from 'react'
import type { CheckId, Claim } from '#shared/claims.ts'
import type { Check } from '#shared/verdict.ts'
import type { ByHand } from '../judge/repeat-by-hand.ts'
import type { ClaimOf } from '../judge/claim-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { Copyable } from './copyable.tsx'
import { StatusMark } from './status-mark.tsx'

type ByHandOf = (id: CheckId) => ByHand | null

interface CheckListProps {
  readonly checks: readonly Check[]
  readonly byHand: ByHandOf
  readonly claimOf: ClaimOf
}

/** Every check: what it proves, who made it, and how to make it without this page. */
export function CheckList({ checks, byHand, claimOf }: CheckListProps) {
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">Each check</h2>
      <ol className="checks">
        {checks.map((check) => (
          <CheckItem key={check.id} check={check} byHand={byHand} claim={claimOf(check.id)} />
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

interface CheckItemProps {
  readonly check: Check
  readonly byHand: ByHandOf
  readonly claim: Claim
}

function CheckItem({ check, byHand, claim }: CheckItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const detail = check.status === 'pass' ? check.detail : check.reason
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
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
        {isOpen && <ByHandSteps id={check.id} byHand={byHand(check.id)} />}
      </details>
    </li>
  )
}

interface ByHandStepsProps {
  readonly id: CheckId
  readonly byHand: ByHand | null
}

/** Written only for a check that is open: the bytes behind it may be a megabyte. */
function ByHandSteps({ id, byHand }: ByHandStepsProps) {
  if (byHand === null) return null
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
