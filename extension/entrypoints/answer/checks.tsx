import { answerPageWords as words } from '#shared/words/english/extension/answer-page.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { linesOfCheck } from '#shared/judge/words/lines-of-check.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { outcomeOf, type CheckOutcome } from '#shared/judge/state/check-outcome.ts'
import type { Check, Verdict } from '#shared/verdict.ts'
import { StatusMark } from '#shared/ui/status-mark.tsx'

const makers: Readonly<Record<Check['by'], string>> = {
  you: words.byYou,
  gateway: words.byGateway,
  provider: words.byProvider,
}

const order: readonly CheckOutcome[] = ['fail', 'skip', 'simulated', 'pass']

interface ChecksProps {
  readonly verdict: Verdict
  /** What they are about. */
  readonly receipt: Receipt
  readonly naming: Naming
}

/** Every check with what it proves. What did not pass comes first. */
export function Checks({ verdict, receipt, naming }: ChecksProps) {
  const checks = verdict.checks
    .map((check) => ({ check, outcome: outcomeOf(check, receipt) }))
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const count = (wanted: CheckOutcome) => checks.filter(({ outcome }) => outcome === wanted).length
  const simulated = count('simulated')
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">{words.checks}</h2>
      <p className="soft-text">
        {words.counts(count('pass'), count('fail'), count('skip'))}
        {simulated > 0 && words.simulated(simulated)}.
      </p>
      <ol className="list checks">
        {checks.map(({ check, outcome }, index) => (
          <CheckItem
            // One id can stand twice, and nothing else tells such checks apart.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${index}-${check.id}`}
            {...{ check, outcome, naming }}
          />
        ))}
      </ol>
    </section>
  )
}

interface CheckItemProps {
  readonly check: Check
  readonly outcome: CheckOutcome
  readonly naming: Naming
}

function CheckItem({ check, outcome, naming }: CheckItemProps) {
  const { id, by } = check
  const { said, why } = linesOfCheck(check, outcome, naming)
  const detail = check.status === 'pass' ? check.detail : why
  return (
    <li>
      <StatusMark status={outcome} />
      <div>
        {said}
        {detail !== undefined && detail !== null && (
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
