import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Nothing of it stands out at the side. */
export async function checkWidth(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${what} at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}
