import type { GatewayFacts } from '../messages/ui-requests.ts'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { signerMeans } from './terms.ts'

/** What a gateway says of itself: who signs, and what it does not promise. */
export function GatewayFactsView({ facts }: { readonly facts: GatewayFacts }) {
  const { origin, signers, notPromised, operator } = facts
  return (
    <>
      {operator && <p>{describeOperator(operator)}</p>}
      <h3>Who signs</h3>
      <code className="address">{signers.current.address}</code>
      <p className="soft-text">
        {signerMeans} Compare it, all of it, with a second place: what the operator says elsewhere,
        or{' '}
        <a href={`${origin}/limits`} target="_blank" rel="noreferrer">
          {origin}/limits
        </a>{' '}
        seen from another device or network. A receipt is worth as much as this address.
        {signers.retired.length > 0 && ` It had ${signers.retired.length} before this one.`}
      </p>
      <h3>What it does not promise</h3>
      {notPromised.length === 0 ? (
        <p className="problem">It publishes no limits at all. Every gateway has some.</p>
      ) : (
        <ol
          className="list statements scroll"
          aria-label="What it does not promise"
          // A list that scrolls is read with the keyboard, too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {notPromised.map(({ id, text, because }) => (
            <li key={id}>
              {text} <span className="soft-text">{because}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
