import type { CDPSession } from 'playwright-core'

/** Processor time of a page's main thread so far, in milliseconds. */
export async function threadMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value
  if (seconds === undefined)
    throw new Error('the browser tells no processor time of a page’s thread')
  return seconds * 1_000
}
