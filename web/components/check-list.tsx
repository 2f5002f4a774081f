import { useEffect, useState, type ReactNode } from 'react'
import type { Claim } from '#shared/claim.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import type { CheckOutcome } from '#shared/judge/state/check-outcome.ts'
import { linesOfCheck } from '#shared/judge/words/lines-of-check.ts'
import type { Check } from '#shared/verdict.ts'
import type { ByHand } from '../judge/by-hand.ts'
import { checkGroups, type CheckGroup } from '../judge/check-groups.ts'
import type { ClaimOf } from '../judge/claim-of.ts'
import { showText } from '#shared/text/show-text.ts'
import { Copyable } from './copyable.tsx'
import { PartMissing } from './part-missing.tsx'
import { StatusMark } from '#shared/ui/status-mark.tsx'
import { judgedWords as words } from '#shared/words/english/pages/judged.ts'

/** Rejected when the program for it cannot be loaded. */
type ByHandOf = (id: CheckId) => Promise<ByHand | null>

interface CheckListProps {
  readonly checks: readonly Check[]
  readonly byHand: ByHandOf
  readonly claimOf: ClaimOf
  /** What they are about. */
  readonly receipt: Receipt
  /** Who must have signed it, in the words of a sentence. */
  readonly signer: string
}

/** Every check: what it proves, who made it, and how to make it without this page. */
export function CheckList({ checks, byHand, claimOf, receipt, signer }: CheckListProps) {
  const areFew = checks.length <= fewChecks
  return (
    <section className="each-check" aria-labelledby="checks-title">
      <h2 id="checks-title">{words.eachCheck}</h2>
      {checkGroups(checks, receipt).map((group) => (
        // One that fails only now opens, whatever it was before.
        <GroupPanel key={`${group.id} ${group.worst === 'fail'}`} group={group} areFew={areFew}>
          {group.checks.map(({ check, outcome }) => (
            <CheckItem
              key={check.id}
              check={check}
              outcome={outcome}
              byHand={byHand}
              claim={claimOf(check.id)}
              lines={linesOfCheck(check, outcome, { signer, claimOf })}
            />
          ))}
        </GroupPanel>
      ))}
    </section>
  )
}

/** So many are read at a glance, and nothing of them is folded away. */
const fewChecks = 14

interface GroupPanelProps {
  readonly group: CheckGroup
  readonly areFew: boolean
  readonly children: ReactNode
}

function GroupPanel({ group, areFew, children }: GroupPanelProps) {
  const { title, worst, worstCount, checks } = group
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (areFew || worst === 'fail')
  return (
    <details
      className="check-group"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setChosen(currentTarget.open)
      }}
    >
      <summary>
        <h3>{title}</h3>
        {/* A check that was not made says so itself, in a group whose others were made. */}
        {(worst !== 'skip' || worstCount === checks.length) && <StatusMark status={worst} />}
        <span className="group-count">{countWords(worst, worstCount, checks.length)}</span>
      </summary>
      <ol className="checks">{children}</ol>
    </details>
  )
}

function countWords(worst: CheckOutcome, worstCount: number, count: number): string {
  if (worst === 'fail' && count > 1) return words.failedOf(worstCount, count)
  if (worst === 'skip' && worstCount < count) return words.notCheckedOf(worstCount, count)
  return count === 1 ? words.oneCheck : words.checks(count)
}

const makers: Readonly<Record<Check['by'], string>> = {
  you: words.byPage,
  gateway: words.byGateway,
  provider: words.byProvider,
}

interface CheckItemProps {
  readonly check: Check
  readonly outcome: CheckOutcome
  readonly byHand: ByHandOf
  readonly claim: Claim
  readonly lines: ReturnType<typeof linesOfCheck>
}

function CheckItem({ check, outcome, byHand, claim, lines }: CheckItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const found = check.status === 'pass' ? check.detail : check.reason
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          <StatusMark status={outcome} />
          <span className="check-claim">
            {lines.said}
            {lines.why !== null && <bdi className="check-detail">{lines.why}</bdi>}
          </span>
        </summary>
        <dl>
          <dt>{words.name}</dt>
          <dd>
            <code>{check.id}</code>
          </dd>
          <dt>{words.computed}</dt>
          <dd>{claim.auditor}</dd>
          {found !== undefined && (
            <>
              <dt>{words.found}</dt>
              <dd>
                <bdi>{showText(found, 400)}</bdi>
              </dd>
            </>
          )}
          <dt>{words.madeBy}</dt>
          <dd>{makers[check.by]}</dd>
          <dt>{words.source}</dt>
          <dd>{claim.source}</dd>
        </dl>
        {isOpen && <ByHandSteps id={check.id} byHand={byHand} />}
      </details>
    </li>
  )
}

interface ByHandStepsProps {
  readonly id: CheckId
  readonly byHand: ByHandOf
}

/** Loaded and written for a check that is open, and no other: the bytes behind it may be a megabyte. */
function ByHandSteps({ id, byHand }: ByHandStepsProps) {
  const [steps, setSteps] = useState<ByHand | 'missing' | null>(null)
  useEffect(() => {
    let isCurrent = true
    byHand(id).then(
      (found) => isCurrent && setSteps(found),
      () => isCurrent && setSteps('missing'),
    )
    return () => {
      isCurrent = false
    }
  }, [id, byHand])
  if (steps === null) return null
  if (steps === 'missing') return <PartMissing />
  const { commands, expect, bytes } = steps
  return (
    <>
      <h4>{words.byHand}</h4>
      {commands.map((command) => (
        <Copyable key={command} text={command} what={words.commandFor(id)} />
      ))}
      <p>{expect}</p>
      {bytes !== undefined && (
        <>
          <h4>{words.bytes}</h4>
          <Copyable text={bytes} what={words.bytesBehind(id)} />
        </>
      )}
    </>
  )
}
