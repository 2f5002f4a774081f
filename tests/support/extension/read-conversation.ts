import type { Page } from 'playwright-core'
import type { Conversation } from '../../../extension/messages/ui-requests.ts'
import type { ObservedSite } from './start-observed-site.ts'
import { tabIdOf } from './tab-id-of.ts'

/** What the side panel would show beside a page. */
export async function readConversation(observed: ObservedSite, page: Page): Promise<Conversation> {
  const tabId = await tabIdOf(observed.own, page)
  return observed.ui({ kind: 'read-conversation', tabId })
}
