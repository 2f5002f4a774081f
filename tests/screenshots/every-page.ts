import { deflateRawSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { pasteIntoVerify } from '../support/verify-page/paste-into-verify.ts'
import { askGateway, question } from './pages.ts'
import { picturePath } from './picture-path.ts'

const widths = [360, 768, 1440] as const

interface Prepared {
  readonly baseUrl: string
  /** An answer of an ordinary upstream, and one of an enclave. */
  readonly answer: string
  readonly ofEnclave: string
}

type Show = (page: Page, prepared: Prepared) => Promise<void>

const open = (path: string, sign: string): Show =>
  async function show(page, { baseUrl }) {
    await page.goto(baseUrl + path)
    await page.locator(sign).first().waitFor()
  }

const press = (before: Show, name: string, sign: string): Show =>
  async function show(page, prepared) {
    await before(page, prepared)
    await page.getByRole('button', { name }).click()
    await page.locator(sign).first().waitFor()
  }

const paste = (textOf: (prepared: Prepared) => string): Show =>
  async function show(page, prepared) {
    await openVerify(page, prepared)
    await pasteIntoVerify(page, textOf(prepared))
    await page.locator('#verdict-word').waitFor()
  }

const openVerify = open('/verify/', '.signer-source code')

/** Each page, in each state that looks different. */
const states: Readonly<Record<string, Show>> = {
  home: open('/', '.page-footer code'),
  'home-asked': press(open('/', 'h1'), 'Ask', '#verdict-word'),
  verify: openVerify,
  'verify-link': async (page, { baseUrl, answer }) => {
    const { svc } = JSON.parse(answer) as { svc: { receipt: object } }
    const packed = deflateRawSync(JSON.stringify(svc.receipt)).toString('base64url')
    await page.goto(`${baseUrl}/verify/#1.${packed}`)
    await page.locator('#verdict-word').waitFor()
  },
  'verify-answer': paste(({ answer }) => answer),
  'verify-forged': paste(({ answer }) => answer.replace('demo model', 'human being')),
  'verify-unsure': paste(({ answer }) => {
    const request = { model: 'another-model', messages: [{ role: 'user', content: question }] }
    return JSON.stringify({ request, response: JSON.parse(answer) as object })
  }),
  'verify-refused': paste(() => 'hello'),
  'verify-drill': press(openVerify, 'Show the forgeries', '.drill tbody tr'),
  'verify-chain': async (page, prepared) => {
    await paste(({ ofEnclave }) => ofEnclave)(page, prepared)
    await page.locator('#prompt-value').fill(question)
    await page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
    await page.locator('.chain-link').nth(6).waitFor()
  },
  catalogue: open('/catalogue/', '.catalogue li'),
  extension: open('/extension/', '.package-file :is(pre, a)'),
  limits: open('/limits/', '.statements'),
  keys: open('/keys/', 'h1'),
  'keys-made': press(open('/keys/', 'h1'), 'Make a key', '.copyable'),
  privacy: open('/privacy/', 'h1'),
  docs: open('/docs/', 'text=Show the signing address'),
  missing: open('/no/such/page', 'h1'),
}

/** Every page and state, on a phone, a tablet and a screen, in light and in dark, from top to bottom. */
export async function takeEveryPage(browser: Browser, baseUrl: string): Promise<void> {
  const [answer, ofEnclave] = await Promise.all(
    ['svc-chat', 'svc-assist-mini'].map((model) => askGateway({ baseUrl, model })),
  )
  const prepared = { baseUrl, answer: answer ?? '', ofEnclave: ofEnclave ?? '' }
  for (const [name, show] of Object.entries(states)) {
    for (const width of widths) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
        await show(page, prepared)
        const path = picturePath(`${name}-${width}-${colorScheme}`)
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path, fullPage: true })
        await page.close()
      }
    }
  }
}
