import { parseUtf8 } from '#shared/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { changeSettings, readSettings, type Gateway } from './settings.ts'

/**
 * Pins the signer that a gateway publishes now. A gateway that is known keeps its pin: a change is
 * something to be told, not to be followed.
 * @throws {Error} when it is no gateway
 */
export async function addGateway(url: string): Promise<Gateway & { readonly changed: boolean }> {
  const { origin } = new URL(url)
  const response = await fetch(`${origin}/api/limits`, { credentials: 'omit', redirect: 'error' })
  const body = new Uint8Array(await response.arrayBuffer())
  const signers = parseSignerHistory(parseJsonObject(body, parseUtf8).value)
  const { gateways } = await readSettings()
  const known = gateways.find((gateway) => gateway.origin === origin)
  if (known) return { ...known, changed: known.signers.current.address !== signers.current.address }
  const gateway: Gateway = { origin, signers, pinnedAt: Date.now(), key: null, proposed: null }
  await changeSettings((stored) => ({ ...stored, gateways: [...stored.gateways, gateway] }))
  return { ...gateway, changed: false }
}
