import { addressesOf, withQuery } from '../../page/gateway-address.ts'
import type { Pair } from '../../settings/settings.ts'
import { readSettings } from '../../settings/stored-settings.ts'

/** Everything by which a page could send a prompt. Preflights are not asked about, what they are for is. */
const sending = ['post', 'put', 'patch', 'delete', 'options', 'connect', 'other'] as const

/** Reading stays possible, but not with a question in the address. */
const reading = ['get', 'head'] as const

/** Naming one that is left out takes in all the others, also what a browser adds later. */
const allButMedia = { excludedResourceTypes: ['media'] as const }
const media = { resourceTypes: ['media'] as const }

/**
 * Under `always` the browser itself refuses what a page sends to that gateway in clear, by whichever way:
 * the extension's own requests have another initiator. Rules outlive the background and the browser. One
 * change after the other: two at once would take the same ids, and the newer one would be refused.
 * The browser holds to a rule only where the extension has its permission for the address, scheme included.
 */
export function blockClear(): Promise<void> {
  return navigator.locks.request('block-clear', async () => {
    const { pairs } = await readSettings()
    const old = await chrome.declarativeNetRequest.getDynamicRules()
    const conditions = pairs
      .filter(({ takeover }) => takeover === 'always')
      .flatMap((pair) => scopesOf(pair).flatMap((scope) => conditionsFor(pair, scope)))
    await chrome.declarativeNetRequest.updateDynamicRules({
      removeRuleIds: old.map(({ id }) => id),
      addRules: conditions.map((condition, index) => ({
        id: index + 1,
        action: { type: 'block' },
        condition,
      })),
    } as chrome.declarativeNetRequest.UpdateRuleOptions)
  })
}

type Scope = { readonly initiatorDomains: string[] } | { readonly topDomains: string[] }

/**
 * By the page that asks, and by the page at the top of its tab where the browser can tell: a sandboxed
 * frame is of no origin.
 */
function scopesOf({ site }: Pair): readonly Scope[] {
  const domains = [new URL(site).hostname]
  // Firefox has neither, and its store warns of a package that names it.
  const known = import.meta.env.FIREFOX
    ? {}
    : (chrome.declarativeNetRequest as { RuleConditionKeys?: Record<string, string> })
        .RuleConditionKeys
  return Object.values(known ?? {}).includes('topDomains')
    ? [{ initiatorDomains: domains }, { topDomains: domains }]
    : [{ initiatorDomains: domains }]
}

function conditionsFor({ gateway }: Pair, scope: Scope): readonly object[] {
  const anywhere = addressesOf(gateway)
  const asking = `${anywhere}${withQuery}`
  return [
    { ...scope, ...allButMedia, regexFilter: anywhere, requestMethods: sending },
    { ...scope, ...allButMedia, regexFilter: asking, requestMethods: reading },
    { ...scope, ...media, regexFilter: asking, requestMethods: reading },
    // Named by itself: a condition that names methods leaves sockets out.
    { ...scope, regexFilter: anywhere, resourceTypes: ['websocket'] },
  ]
}
