import type { Locator, Page } from 'playwright-core'
import { startObservedSite, type ObservedSite } from './start-observed-site.ts'

export interface OwnPages {
  readonly observed: ObservedSite
  /** A tab with a page of the extension. */
  readonly own: Page
  /** A tab with the chat page that is watched. */
  readonly chat: Page
  /** Opens a page of the extension in its tab. */
  readonly open: (path: string) => Promise<unknown>
  /** The popup or the side panel for the tab with the chat page. */
  readonly openFor: (page: 'popup' | 'sidepanel') => Promise<unknown>
  readonly button: (name: string) => Locator
  readonly settings: () => ReturnType<typeof readSettings>
  /** Asks in the chat page, and waits for the badge. */
  readonly ask: (model?: string) => Promise<void>
  /** Nothing is kept, nobody lies, and the chat page is loaded anew, unless the test does that. */
  reset(chatIs?: 'loaded' | 'left'): Promise<void>
  close(): Promise<void>
}

/** The extension's own pages beside one chat page. */
export async function startOwnPages(gateway: { readonly baseUrl: string }): Promise<OwnPages> {
  const observed = await startObservedSite({ running: gateway })
  const { extension } = observed
  const chat = await observed.openPage()
  const own = await observed.newTab()
  const open = (path: string) => own.goto(extension.pageUrl(path))
  await open('options.html')
  const tabId = await own.evaluate(async (url) => {
    const { tabs } = (
      globalThis as unknown as {
        chrome: { tabs: { query(query: object): Promise<readonly { id: number }[]> } }
      }
    ).chrome
    return (await tabs.query({ url }))[0]?.id ?? -1
  }, 'http://127.0.0.1/*')

  return {
    observed,
    own,
    chat,
    open,
    openFor: (page) =>
      open(`${page}.html?origin=${encodeURIComponent(observed.siteUrl)}&tab=${tabId}`),
    button: (name) => own.getByRole('button', { name }),
    settings: () => readSettings(observed),
    async ask(model = 'svc-chat') {
      const before = await chat.locator('countersign-badge').count()
      await observed.ask(chat, model, false)
      await chat.locator('countersign-badge').nth(before).waitFor()
    },
    async reset(chatIs = 'loaded') {
      observed.gateway.lie({})
      await own.goto('about:blank')
      await observed.ui({ kind: 'wipe' })
      await observed.ui({ kind: 'enable-site', origin: observed.siteUrl })
      await observed.setPair({ takeover: 'off' })
      if (chatIs === 'loaded') await chat.reload()
    },
    close: () => observed.close(),
  }
}

const readSettings = (observed: ObservedSite) => observed.ui({ kind: 'read-settings' })
