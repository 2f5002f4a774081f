import { askGateway } from '../../support/requests/ask-gateway.ts'
import { openVerify } from '../../support/verify-page/open-verify.ts'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'

const model = 'svc-assist-mini'
const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const answer = await askGateway(gateway.baseUrl, { model })
const stream = await askGateway(gateway.baseUrl, { model, stream: true })
const { page } = await openVerify(browser, gateway.baseUrl)

const isSimulated = () =>
  page.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()

test('a part that cannot be loaded is a sentence, and all else stays', async () => {
  await page.route(/\/assets\/(?:chain-panel|run-drill)/, (route) => route.abort())
  await pasteIntoVerify(page, answer)
  const missing = 'could not be loaded. Load the page again'
  await page.locator('.chain-panel', { hasText: missing }).waitFor()
  await page.getByRole('button', { name: 'Show the forgeries' }).click()
  await page.locator('.drill', { hasText: missing }).waitFor()
  expect(await page.locator('#verdict-word').innerText()).toBe('Simulated enclave')
})

test('an answer with half a character can be opened check by check', async () => {
  await pasteIntoVerify(page, stream.replace(/"content":"(?=[^"])/, String.raw`"content":"\ud800`))
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  const opened = page.locator('.checks li', {
    hasText: 'The receipt is for another answer than this one',
  })
  await opened.locator('summary').click()
  await opened.getByText('What this page computes').waitFor()
  expect(await page.locator('#verdict-word').innerText()).toBe('Check failed')
})

test('when the page itself fails at a document, or cannot even look at one, no verdict stands and a sentence says so', async () => {
  await pasteIntoVerify(page, answer)
  await isSimulated()
  const original = await page.evaluateHandle(() => {
    const kept = Object.getOwnPropertyDescriptor(String.prototype, 'toWellFormed') ?? {}
    String.prototype.toWellFormed = () => {
      throw new Error('planted')
    }
    return kept
  })
  await page.locator('#prompt-value').fill('Hi')
  await page.getByRole('alert').getByText('Nothing about the file is known').waitFor()
  expect(await page.locator('#verdict-word').count()).toBe(0)
  await original.evaluate((kept) => {
    Object.defineProperty(String.prototype, 'toWellFormed', kept)
  })
  await pasteIntoVerify(page, 'not a document')
  await page.locator('#refusal-word', { hasText: /^Unrecognised$/ }).waitFor()
  expect(await page.locator('.outcome [role=alert]').count()).toBe(0)

  await pasteIntoVerify(page, answer)
  await isSimulated()
  await page.evaluate(() => {
    Uint8Array.prototype.subarray = () => {
      throw new RangeError('planted')
    }
  })
  await pasteIntoVerify(page, stream)
  await page.locator('.verdict', { hasText: 'Nothing was checked.' }).waitFor()
})
