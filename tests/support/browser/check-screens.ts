import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { checkAxe } from './check-axe.ts'
import { checkWidth } from './check-width.ts'

/** With the rules that a screen is held against: all, and what depends on colours and sizes. */
const screens = [
  [320, 'light', []],
  [1440, 'dark', ['color-contrast', 'target-size', 'scrollable-region-focusable']],
] as const

/** It fits phones in light and wide screens in dark, and axe finds nothing there. */
export async function checkScreens(page: Page, what: string): Promise<void> {
  for (const [width, colorScheme, rules] of screens) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await checkWidth(page, what)
    expect(await checkAxe(page, rules), `${what} ${colorScheme} ${width}`).toEqual([])
  }
}
