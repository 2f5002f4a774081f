import type { Page } from 'playwright-core'

/** Gives `/verify` a text as a paste does, in one event. */
export async function pasteIntoVerify(page: Page, text: string): Promise<void> {
  await page.locator('#input-text').evaluate((area, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }, text)
}
