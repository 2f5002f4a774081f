import { askGateway } from '../support/ask-gateway.ts'
import { openVerify } from '../support/open-verify.ts'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { fetchEvidence } from '../support/fetch-evidence.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { openGroups } from '../support/open-groups.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'

const model = 'svc-assist-mini'
const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const answer = await askGateway(gateway.baseUrl, { model })
const stream = await askGateway(gateway.baseUrl, { model, stream: true })
const evidence = await fetchEvidence(gateway.baseUrl, model)
/** For the tests that break nothing of the page itself; they follow each other in it. */
const { page: whole } = await openVerify(browser, gateway.baseUrl)

function giveEvidence(page: Page, file: object): Promise<void> {
  return page.getByLabel('Open evidence.json').setInputFiles({
    name: 'evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
}

const item = (page: Page, claim: string) => page.locator('.checks li', { hasText: claim })

test('an answer with half a character can be opened check by check', async () => {
  await pasteIntoVerify(whole, stream.replace(/"content":"(?=[^"])/, String.raw`"content":"\ud800`))
  await whole.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  const opened = item(whole, 'The receipt is for another answer than this one')
  await opened.locator('summary').click()
  await opened.getByText('What this page computes').waitFor()
  expect(await whole.locator('#verdict-word').innerText()).toBe('Check failed')
})

test('with evidence, an answer whose svc is not last keeps its verdict, and says what was not checked', async () => {
  const { svc, ...rest } = JSON.parse(answer) as { svc: object }
  await pasteIntoVerify(whole, JSON.stringify({ svc, ...rest }))
  await whole.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
  await giveEvidence(whole, evidence)
  const link = whole.locator('.chain-link', { hasText: 'The bytes of this answer' })
  await expect.poll(() => link.locator('.status').innerText()).not.toBe('Pass')
  expect(await whole.locator('#verdict-word').innerText()).toBe('Simulated enclave')
  await openGroups(whole)
  const check = item(whole, 'not the bytes as they came')
  await check.locator('summary').click()
  await check.getByText('What this page computes').waitFor()
})

test('a simulation’s root that is no certificate is a failed check', async () => {
  await pasteIntoVerify(whole, answer)
  await whole.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
  for (const root of [
    'garbage',
    '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    '-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n',
  ]) {
    const offer = JSON.stringify({ ...JSON.parse(evidence.offer), simulation_root: root })
    await whole.getByText('Open evidence.json').waitFor()
    await giveEvidence(whole, { ...evidence, offer })
    const processor = whole.locator('.chain-link').first().locator('.status')
    await expect.poll(() => processor.innerText(), { message: root }).toBe('Fail')
    await expect.poll(() => whole.locator('#verdict-word').innerText()).toBe('Check failed')
    await pasteIntoVerify(whole, answer)
    await whole.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
  }
})

test('a part that cannot be loaded is a sentence, and all else stays', async () => {
  const { page } = await openVerify(browser, gateway.baseUrl)
  await page.route(/\/assets\/(?:chain-panel|run-drill)/, (route) => route.abort())
  await pasteIntoVerify(page, answer)
  const missing = 'could not be loaded. Load the page again'
  await page.locator('.chain-panel', { hasText: missing }).waitFor()
  await page.getByRole('button', { name: 'Show the forgeries' }).click()
  await page.locator('.drill', { hasText: missing }).waitFor()
  expect(await page.locator('#verdict-word').innerText()).toBe('Simulated enclave')
  await page.close()
})

test('when the page itself fails at a document, no verdict stands and a sentence says so', async () => {
  const { page } = await openVerify(browser, gateway.baseUrl)
  await pasteIntoVerify(page, answer)
  await page.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
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
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.close()
})

test('when a file cannot even be looked at, the verdict of the one before does not stand', async () => {
  const { page } = await openVerify(browser, gateway.baseUrl)
  await pasteIntoVerify(page, answer)
  await page.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
  await page.evaluate(() => {
    Uint8Array.prototype.subarray = () => {
      throw new RangeError('planted')
    }
  })
  await pasteIntoVerify(page, stream)
  await page.locator('.verdict', { hasText: 'Nothing was checked.' }).waitFor()
  await page.close()
})
