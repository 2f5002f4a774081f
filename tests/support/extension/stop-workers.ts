import type { Page } from 'playwright-core'

/** Stops the background of the extension, as the browser does; it starts again when it is needed. */
export async function stopWorkers(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.stopAllWorkers')
  await cdp.detach()
}
