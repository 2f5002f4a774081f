import type { GatewayFacts } from '../messages/ui-requests.ts'
import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { welcomeWords as words } from '#shared/words/english/extension/welcome.ts'

/** What a gateway says of itself: who signs, and what it does not promise. */
export function GatewayFactsView({ facts }: { readonly facts: GatewayFacts }) {
  const { origin, signers, notPromised, operator } = facts
  return (
    <>
      {operator && <p>{describeOperator(operator)}</p>}
      <h3>{words.whoSigns}</h3>
      <code className="address">{signers.current.address}</code>
      <p className="soft-text">
        {extensionWords.signerMeans} {words.compare}{' '}
        <a href={`${origin}/limits`} target="_blank" rel="noreferrer">
          {origin}/limits
        </a>
        {signers.retired.length > 0 && ` ${words.earlierSigners(signers.retired.length)}`}
      </p>
      <h3>{words.notPromised}</h3>
      {notPromised.length === 0 ? (
        <p className="problem">{words.noLimits}</p>
      ) : (
        <ol
          className="list statements scroll"
          aria-label={words.notPromised}
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
