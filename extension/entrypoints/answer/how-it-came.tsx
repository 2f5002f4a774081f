import type { FullAnswer } from '../../messages/ui-requests.ts'

/** The way of an answer, and what its evidence is still good for. */
export function HowItCame({ answer }: { readonly answer: FullAnswer }) {
  const { card, origin, gateway, at } = answer
  return (
    <section aria-labelledby="way-title">
      <h2 id="way-title">How it came</h2>
      <dl>
        <dt>Way</dt>
        <dd>
          <ul className="lines">
            {card.circumstances.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </dd>
        <dt>Site</dt>
        <dd>
          {origin}, {new Date(at).toLocaleString()}
        </dd>
        <dt>Gateway</dt>
        <dd>{gateway ?? 'None that you named signed it.'}</dd>
        <dt>Signed</dt>
        <dd>{card.issuedAt}</dd>
        <dt>May be shown</dt>
        <dd>{card.evidence.mayDisplay.replace(/^May be shown f/, 'F')}</dd>
        <dt>May still send</dt>
        <dd>{card.evidence.maySend}</dd>
        <dt>Receipt</dt>
        <dd>
          <code>{card.digest}</code>
        </dd>
      </dl>
    </section>
  )
}
