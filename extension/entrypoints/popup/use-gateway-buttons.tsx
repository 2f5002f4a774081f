import { popupWords as words } from '#shared/words/english/extension/popup.ts'
import { matchPattern } from '../../settings/match-pattern.ts'
import { askBackground } from '../../ui/ask-background.ts'
import { askPermission } from '../../ui/ask-permission.ts'
import type { Act } from '../../ui/use/use-act.ts'

interface UseGatewayButtonsProps extends Pick<Act, 'act' | 'isBusy'> {
  readonly origin: string
  /** The address that stands above the buttons. */
  readonly signer: string
  /** The tab with the gateway's page. */
  readonly tabId: number
}

/** Names a gateway for the user's chats; the first does it for the chat on its own page, too. */
export function UseGatewayButtons({ origin, signer, tabId, act, isBusy }: UseGatewayButtonsProps) {
  const name = () => askBackground({ kind: 'add-gateway', origin, signer, key: null })

  async function nameAndEnable(): Promise<void> {
    const request = { kind: 'enable-site', origin, tabId } as const
    // The prompt may close this popup: the gateway is on its way to be named by then.
    const named = name()
    await Promise.all([named, askPermission(origin, [matchPattern(origin)], request)])
    await askBackground(request)
  }

  return (
    <>
      <p className="soft-text">{words.asksAndReloads}</p>
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => act(nameAndEnable)}
        >
          {words.useHere}
        </button>
        <button type="button" disabled={isBusy} onClick={() => act(name)}>
          {words.use}
        </button>
      </div>
    </>
  )
}
