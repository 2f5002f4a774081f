import { FormatError } from '#shared/errors.ts'
import { addressesOf } from '../../page/gateway-address.ts'
import { answerTake, type PostTold, type Taken } from './encrypt-and-answer.ts'
import { parseTake, type Take } from '../../messages/hook-messages.ts'
import { exchangeKey } from '../record/note-answer.ts'
import type { Settings } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'

/**
 * One request of a page to a gateway, encrypted here. The origin is the browser's word; which gateway, whose
 * key and how strictly is what the user set for that origin, and nothing that the page says.
 */
export function takePort(port: chrome.runtime.Port): void {
  const { origin, tab, frameId } = port.sender ?? {}
  if (origin === undefined) return
  const gone = new AbortController()
  let isTaken = false
  port.onDisconnect.addListener(() => gone.abort())
  port.onMessage.addListener((raw: unknown) => {
    if (isTaken || (raw as { kind?: unknown } | null)?.kind === 'ping') return
    isTaken = true
    void take(raw)
  })

  async function take(raw: unknown): Promise<void> {
    const message = readTake(raw)
    if (message === null) return port.disconnect()
    const post: PostTold = (told) => {
      if (!gone.signal.aborted) port.postMessage(told)
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
    await answerTake({ message, ...parties, settings, from }, post)
  }
}

function readTake(raw: unknown): Take | null {
  try {
    return parseTake(raw)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}

/** Null for a site or a gateway that the user did not set up: such a request is nobody's to answer. */
function partiesOf(
  { url }: Take,
  site: string,
  settings: Settings,
): Pick<Taken, 'gateway' | 'pair'> | null {
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
