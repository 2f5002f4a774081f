import { plainSaid } from '../../answer/said.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import { addressesOf } from '../../page/gateway-address.ts'
import type { Settings } from '../../settings/settings.ts'

/** What the content script of a page on this origin is to do. Match patterns have no port: others are off. */
export function rulesFor(
  origin: string,
  { sites, pairs }: Settings,
): Extract<ToBridge, { kind: 'rules' }> {
  const site = sites.includes(origin) ? 'on' : 'off'
  const rules = pairs.flatMap(({ site: own, gateway, takeover }) =>
    own === origin && takeover !== 'off' ? [{ addresses: addressesOf(gateway), takeover }] : [],
  )
  return { kind: 'rules', rules: site === 'on' ? rules : [], site, words: plainSaid }
}
