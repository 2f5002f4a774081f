import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import { ProblemLine } from '#shared/ui/problem-line.tsx'
import { extensionWords } from '#shared/words/english/extension/extension-parts.ts'
import { useAct } from '../../ui/use/use-act.ts'
import { UseGatewayButtons } from './use-gateway-buttons.tsx'
import type { Offered } from './use-offered-gateway.ts'

interface OfferedGatewayProps {
  readonly offered: Offered
  /** The tab with the gateway's page. */
  readonly tabId: number
}

/**
 * On a gateway's own page: names it for the user's chats, with the signer that stands here, and in the same click for
 * the chat on this page.
 */
export function OfferedGateway({ offered, tabId }: OfferedGatewayProps) {
  const { act, problem, isBusy } = useAct()
  if ('problem' in offered) {
    return (
      <section className="sheet" aria-label={words.aGateway}>
        <p>{words.saysGateway}</p>
        <ProblemLine problem={offered.problem} />
      </section>
    )
  }
  const { origin, signers, notPromised, known } = offered
  const { host } = new URL(origin)
  const signer = signers.current.address
  if (known === 'same-signer') {
    return (
      <p className="soft-text" role="status">
        {words.isNamed(host)}
      </p>
    )
  }
  return (
    <section className="sheet" aria-labelledby="gateway-title">
      <h2 id="gateway-title">{words.isGateway}</h2>
      <p>{words.signs(host)}</p>
      <h3>{words.signer}</h3>
      <code className="address">{signer}</code>
      {known === 'other-signer' ? (
        <p className="problem" role="alert">
          {words.otherSigner}{' '}
          <a href="/options.html#gateways" target="_blank" rel="noreferrer">
            {words.checkInSettings}
          </a>
        </p>
      ) : (
        <>
          <p className="soft-text">
            {extensionWords.signerMeans} {extensionWords.pinMeans}
          </p>
          <p className="soft-text">
            <a href={`${origin}/limits`} target="_blank" rel="noreferrer">
              {words.notPromised(notPromised.length)}
            </a>{' '}
            ·{' '}
            <a
              href={`/welcome.html?gateway=${encodeURIComponent(origin)}`}
              target="_blank"
              rel="noreferrer"
            >
              {words.compareFirst}
            </a>
          </p>
          <UseGatewayButtons {...{ origin, signer, tabId, act, isBusy }} />
        </>
      )}
      <ProblemLine problem={problem} />
    </section>
  )
}
