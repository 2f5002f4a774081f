import { readOr } from '#shared/read-or.ts'
import { addressesOf } from '../../page/gateway-address.ts'
import { encryptAndAnswer, type PostMessage, type RequestToEncrypt } from './encrypt-and-answer.ts'
import { parseEncryptRequest, type EncryptRequest } from '../../messages/hook-messages.ts'
import { exchangeKey } from '../record/note-answer.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'

/**
 * One request of a page to a gateway, encrypted here. The origin is the browser's word; which gateway, whose
 * key and how strictly is what the user set for that origin, and nothing that the page says.
 */
export function encryptPort(port: chrome.runtime.Port): void {
  const { origin, tab, frameId } = port.sender ?? {}
  if (origin === undefined) return
  const gone = new AbortController()
  let isBegun = false
  port.onDisconnect.addListener(() => gone.abort())
  port.onMessage.addListener((raw: unknown) => {
    if (isBegun || (raw as { kind?: unknown } | null)?.kind === 'ping') return
    isBegun = true
    void handle(raw)
  })

  async function handle(raw: unknown): Promise<void> {
    const message = readRequest(raw)
    if (message === null) return port.disconnect()
    const post: PostMessage = (message) => {
      if (!gone.signal.aborted) port.postMessage(message)
    }
    const settings = await readSettings()
    const parties = partiesOf(message, origin ?? '', settings)
    if (parties === null) return port.disconnect()
    const from = {
      origin: origin ?? '',
      tabId: tab?.id ?? null,
      key: exchangeKey(frameId, message.id),
      signal: gone.signal,
    }
    await encryptAndAnswer({ message, ...parties, settings, from }, post)
  }
}

function readRequest(raw: unknown): EncryptRequest | null {
  return readOr(null, () => parseEncryptRequest(raw))
}

/** Null for a site or a gateway that the user did not set up: such a request is nobody's to answer. */
function partiesOf(
  { url }: EncryptRequest,
  site: string,
  settings: Settings,
): Pick<RequestToEncrypt, 'gateway' | 'pair'> | null {
  if (!settings.sites.includes(site) || !URL.canParse(url)) return null
  const { href } = new URL(url)
  const pair = settings.pairs.find(
    (each) =>
      each.site === site &&
      each.takeover !== 'off' &&
      new RegExp(addressesOf(each.gateway)).test(href),
  )
  const gateway = settings.gateways.find(({ origin }) => origin === pair?.gateway)
  return gateway && pair ? { gateway, pair } : null
}
