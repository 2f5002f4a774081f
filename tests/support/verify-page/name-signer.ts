import type { Page } from 'playwright-core'

/** Names who must have signed it, in the form of `/verify`, which is folded away where a file was brought. */
export async function nameSigner(page: Page, text: string): Promise<void> {
  await openForm(page)
  await page.locator('#signer-text').fill(text)
  await page.getByRole('button', { name: 'Use it' }).click()
}

export async function openForm(page: Page): Promise<void> {
  const summary = page.locator('.form:not([open]) > summary')
  if ((await summary.count()) > 0) await summary.click()
}
