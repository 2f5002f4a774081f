import type { Page } from 'playwright-core'

/** Opens each group of checks that `/verify` shows folded. */
export async function openGroups(page: Page): Promise<void> {
  const folded = page.locator('.check-group:not([open])')
  for (let left = await folded.count(); left > 0; left = await folded.count()) {
    await folded.first().locator(':scope > summary').click()
  }
}
