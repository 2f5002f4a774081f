import type { Page } from 'playwright-core'
import { tabIdOf } from './tab-id-of.ts'

export interface Toolbar {
  /** On the extension's icon; empty where nothing is said. */
  readonly text: string
  /** What the icon's tooltip says. */
  readonly title: string
}

interface Action {
  getBadgeText(of: { tabId: number }): Promise<string>
  getTitle(of: { tabId: number }): Promise<string>
}

/** What the browser's toolbar says beside a page. @param own a page of the extension */
export async function readToolbar(own: Page, page: Page): Promise<Toolbar> {
  return own.evaluate(
    async (of) => {
      const { action } = (globalThis as unknown as { chrome: { action: Action } }).chrome
      return { text: await action.getBadgeText(of), title: await action.getTitle(of) }
    },
    { tabId: await tabIdOf(own, page) },
  )
}
