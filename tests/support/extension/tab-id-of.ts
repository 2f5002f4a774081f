import type { Page } from 'playwright-core'

interface Tabs {
  query(query: object): Promise<readonly { readonly id: number; readonly url?: string }[]>
}

/** The browser's id of the tab with this page. @param own a page of the extension */
export function tabIdOf(own: Page, page: Page): Promise<number> {
  return own.evaluate(async (url) => {
    const { tabs } = (globalThis as unknown as { chrome: { tabs: Tabs } }).chrome
    return (await tabs.query({})).find((tab) => tab.url === url)?.id ?? -1
  }, page.url())
}
