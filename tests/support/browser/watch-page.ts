import type { Browser, Page } from 'playwright-core'

export interface WatchedPage {
  readonly page: Page
  /** Origins that were asked for something, without `own`. */
  readonly otherOrigins: (own: string) => readonly string[]
  /** Errors of scripts, and what the browser complained of, refused by a policy or not. */
  readonly complaints: () => readonly string[]
}

/** A page whose requests and errors are written down. */
export async function watchPage(
  browser: Pick<Browser, 'newPage'>,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<WatchedPage> {
  const page = await browser.newPage(options)
  const origins: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => origins.push(new URL(request.url()).origin))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog opened: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return {
    page,
    otherOrigins: (own) => [...new Set(origins)].filter((each) => each !== own && each !== 'null'),
    complaints: () => complaints,
  }
}
