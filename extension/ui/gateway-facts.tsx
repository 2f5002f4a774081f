import type { GatewayFacts } from '../messages/ui-requests.ts'

/** What a gateway says of itself: who signs, and what it does not promise. */
export function GatewayFactsView({ facts }: { readonly facts: GatewayFacts }) {
  const { origin, signers, notPromised } = facts
  return (
    <>
      <h3>Who signs</h3>
      <p>
        <code className="address">{signers.current.address}</code>
      </p>
      <p className="soft-text">
        Compare it with what the operator says in another place before you rely on it; the gateway
        shows it at <a href={`${origin}/limits`}>{origin}/limits</a>, too.
      </p>
      {signers.retired.length > 0 && (
        <p className="soft-text">{signers.retired.length} earlier signers, with their dates.</p>
      )}
      <h3>What it does not promise</h3>
      <ul>
        {notPromised.map(({ id, text, because }) => (
          <li key={id}>
            {text} <span className="soft-text">{because}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
