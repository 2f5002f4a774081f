import type { Settings } from './settings.ts'

/** Everything by which a page could send a prompt; reading stays possible. */
const methods = ['post', 'put', 'patch', 'delete', 'other'] as const

const resourceTypes = [
  'main_frame',
  'sub_frame',
  'xmlhttprequest',
  'ping',
  'websocket',
  'other',
] as const

/**
 * Under `always` the browser itself refuses what a page sends to that gateway in clear, by whichever way:
 * the extension's own requests have another initiator. Rules outlive the background and the browser.
 */
export async function blockClear({ pairs }: Settings): Promise<void> {
  const old = await chrome.declarativeNetRequest.getDynamicRules()
  const strict = pairs.filter(({ takeover }) => takeover === 'always')
  await chrome.declarativeNetRequest.updateDynamicRules({
    removeRuleIds: old.map(({ id }) => id),
    addRules: strict.flatMap(({ site, gateway }, index) => {
      const initiatorDomains = [new URL(site).hostname]
      const action = { type: 'block' as const }
      const address = { regexFilter: `^${escape(gateway)}/`, initiatorDomains }
      return [
        {
          id: 2 * index + 1,
          action,
          condition: {
            ...address,
            requestMethods: [...methods],
            resourceTypes: [...resourceTypes],
          },
        },
        {
          id: 2 * index + 2,
          action,
          condition: {
            regexFilter: `^${escape(gateway.replace(/^http/, 'ws'))}/`,
            initiatorDomains,
            resourceTypes: ['websocket' as const],
          },
        },
      ]
    }),
  } as chrome.declarativeNetRequest.UpdateRuleOptions)
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
