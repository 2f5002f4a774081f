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

/**
 * For a document of a site whose server sandboxes it: it is of no origin, so nothing is encrypted or said there, and
 * the browser's own rules do not hold. What would leave in clear under `always` is refused all the same.
 */
export function sandboxedRules(
  url: string | undefined,
  settings: Settings,
): Extract<ToBridge, { kind: 'rules' }> {
  const known = rulesFor(
    url !== undefined && URL.canParse(url) ? new URL(url).origin : '',
    settings,
  )
  return { ...known, rules: known.rules.filter(({ takeover }) => takeover === 'always') }
}
