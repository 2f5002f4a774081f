import type { Browser, Page } from 'playwright-core'
import { pasteIntoVerify } from '../support/verify-page/paste-into-verify.ts'
import { picturePath } from './picture-path.ts'

export const question = 'What does a receipt prove?'

interface Asked {
  readonly baseUrl: string
  readonly model: string
}

/** The answer of a gateway, as its bytes came. */
export async function askGateway({ baseUrl, model }: Asked): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [{ role: 'user', content: question }] }),
  })
  return response.text()
}

/** Pictures of the pages that a gateway serves, in light and in dark. */
export async function takePagePictures(browser: Browser, baseUrl: string): Promise<void> {
  const [answer, ofEnclave] = await Promise.all(
    ['svc-chat', 'svc-assist-mini'].map((model) => askGateway({ baseUrl, model })),
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    const open = async (path: string, height: number, width = 1120): Promise<Page> => {
      const viewport = { width, height }
      const page = await browser.newPage({ colorScheme, deviceScaleFactor: 2, viewport })
      await page.goto(`${baseUrl}${path}`)
      return page
    }
    const shoot = (page: Page, name: string) =>
      page.screenshot({ path: picturePath(`${name}-${colorScheme}`) })

    const verify = await open('/verify', 1180)
    await verify.getByText('publishes').waitFor()
    await pasteIntoVerify(verify, answer ?? '')
    await verify.locator('#prompt-value').fill(question)
    await verify.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
    await verify.locator('.verdict').evaluate((verdict) => verdict.scrollIntoView())
    await shoot(verify, 'verify')

    const enclave = await open('/verify', 1180, 760)
    await enclave.getByText('publishes').waitFor()
    await pasteIntoVerify(enclave, ofEnclave ?? '')
    await enclave.locator('#prompt-value').fill(question)
    await enclave.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
    await enclave
      .locator('.chain-link .status', { hasText: /Holds|Pass/ })
      .nth(6)
      .waitFor()
    await enclave.locator('.chain').screenshot({ path: picturePath(`chain-${colorScheme}`) })
  }
}
