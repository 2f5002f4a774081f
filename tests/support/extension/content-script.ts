import type { Page } from 'playwright-core'

/** Runs an expression where the extension's content script runs in a page, as whoever took it over would. */
export async function evaluateInContentScript(page: Page, expression: string): Promise<unknown> {
  const cdp = await page.context().newCDPSession(page)
  try {
    let contextId = -1
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.origin.startsWith('chrome-extension://')) contextId = context.id
    })
    await cdp.send('Runtime.enable')
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value as unknown
  } finally {
    await cdp.detach()
  }
}
