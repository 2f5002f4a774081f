import type { Page } from 'playwright-core'
import { bundleBadge } from '../extension/bundle-badge.ts'
import { sharedBrowser } from './shared-browser.ts'

/** A real browser that draws what it is given, and reads it as its user does. */
export interface Drawing {
  readonly page: Page
  /** What a page reads like that draws each of these, one after the other. */
  readAll(drawn: readonly string[], style?: string): Promise<readonly string[]>
  close(): Promise<void>
}

export async function openDrawing(): Promise<Drawing> {
  const browser = await sharedBrowser()
  const page = await browser.newPage()
  await page.setContent('<!doctype html><meta charset="utf-8"><title>chat</title><main></main>')
  await page.evaluate(await bundleBadge('read-shown'))
  return {
    page,
    readAll: (drawn, style = '') =>
      page.evaluate(
        ([all, css]) => {
          const { badge } = globalThis as unknown as {
            badge: { readShown: (part: Element, isOwn: () => boolean) => string }
          }
          const main = document.querySelector('main') ?? document.body
          return all.map((html) => {
            main.innerHTML = `<style>${css}</style><div id="part">${html}</div>`
            return badge.readShown(main.querySelector('#part') ?? main, () => false)
          })
        },
        [drawn, style] as const,
      ),
    close: () => browser.close(),
  }
}
