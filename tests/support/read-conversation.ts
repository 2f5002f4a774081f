import type { Page } from 'playwright-core'
import type { Conversation } from '../../extension/messages/ui-requests.ts'
import type { ObservedSite } from './start-observed-site.ts'

/** What the side panel would show beside a page. */
export async function readConversation(observed: ObservedSite, page: Page): Promise<Conversation> {
  const own = await observed.extension.context.newPage()
  await own.goto(observed.extension.pageUrl('options.html'))
  const tabId = await own.evaluate(async (url) => {
    const { tabs } = (
      globalThis as unknown as {
        chrome: { tabs: { query(query: object): Promise<{ id: number; url?: string }[]> } }
      }
    ).chrome
    return (await tabs.query({})).find((tab) => tab.url === url)?.id ?? -1
  }, page.url())
  await own.close()
  return observed.ui({ kind: 'read-conversation', tabId })
}
