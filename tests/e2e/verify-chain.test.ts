import type { Browser, Page } from 'playwright-core'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchEvidence } from '../support/fetch-evidence.ts'
import { openBrowser } from '../support/open-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { startGateway, type RunningGateway } from '../support/start-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchPage, type WatchedPage } from '../support/watch-page.ts'

const model = 'svc-assist-mini'
const question = 'What does a receipt prove?'
let gateway: RunningGateway
let other: RunningGateway
let browser: Browser
let watched: WatchedPage
let page: Page
let answer: string

beforeAll(async () => {
  ;[gateway, other, browser] = await Promise.all([
    startGateway({ config: null }),
    startGateway({ config: null }),
    openBrowser(),
  ])
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model, messages: [{ role: 'user', content: question }] }),
  })
  answer = await response.text()
  watched = await watchPage(browser)
  ;({ page } = watched)
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByText('publishes').waitFor()
  await page.getByLabel('Development mode').check()
})

afterAll(async () => {
  await browser.close()
  await Promise.all([gateway.stop(), other.stop()])
})

const link = (title: string) =>
  page.locator('.chain-link h4', { hasText: title }).locator('.status')
const verdict = () => page.locator('#verdict-word').innerText()

test('with the evidence that the gateway hands out, an answer is verified from the quote on', async () => {
  await pasteIntoVerify(page, answer)
  await page.locator('#prompt-value').fill(question)
  await expect.poll(verdict).toBe('Verified')
  expect(await page.locator('.chain-link').count()).toBe(0)
  await page.getByRole('button', { name: /^Ask .* for it$/ }).click()
  await page.locator('.chain-link').first().waitFor()
  expect(await page.locator('.chain-link .status').allInnerTexts()).toEqual(
    Array.from({ length: 7 }, () => 'Pass'),
  )
  const words = await page.locator('.verdict').innerText()
  expect(words).toContain('from its quote to this answer')
  expect(words).toContain('That the enclave got these messages: that is the gateway’s word.')
  expect(words).not.toContain('When the evidence was made')
  expect(await page.locator('.chain').innerText()).toContain('a random number drawn for this')
})

test('a simulated enclave is called so: in the verdict, below it, and in the picture', async () => {
  const simulated = 'Simulated enclave, no hardware proof'
  expect(await page.locator('.verdict-sentence').innerText()).toContain(simulated)
  expect(await page.locator('.verdict ul').innerText()).toContain(simulated)
  const [first] = await page.locator('.chain-link').allInnerTexts()
  expect(first).toContain('its root is the gateway’s own')
  expect(await page.locator('main').innerText()).not.toContain('Its maker vouches for it')
  expect(await page.locator('.chain-title').innerText()).toContain(simulated)
  expect(await page.locator('.chain-simulated').count()).toBe(5)
})

test('the evidence is saved as a file, and judged again from it', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save evidence.json' }).click(),
  ])
  const path = await download.path()
  await pasteIntoVerify(page, answer)
  await page.getByText('Open evidence.json').waitFor()
  await page.getByLabel('Open evidence.json').setInputFiles(path)
  await expect.poll(() => link('The bytes of this answer').innerText()).toBe('Pass')
  expect(await page.locator('.verdict ul').innerText()).toContain(
    'When the evidence was made, and that its number was fresh: the file says so.',
  )
  expect(await page.locator('.chain').innerText()).not.toContain('drawn for this')
})

test('evidence of another day is said to be so, and evidence of tomorrow is refused', async () => {
  const hour = 3_600_000
  const now = Date.now()
  const { page: later } = await watchPage(browser)
  const open = async (time: number) => {
    const fetchedAt = new Date(time).toISOString()
    await later.getByLabel('Open evidence.json').setInputFiles({
      name: 'evidence.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...evidence, fetchedAt })),
    })
  }
  const evidence = await fetchEvidence(gateway.baseUrl, model)
  await later.clock.setFixedTime(now + 26 * hour)
  await later.goto(`${gateway.baseUrl}/verify`)
  await later.getByText('publishes').waitFor()
  await later.getByLabel('Development mode').check()
  await pasteIntoVerify(later, answer)
  await later.getByText('Open evidence.json').waitFor()
  await open(now + 25 * hour)
  await later.locator('.verdict', { hasText: 'more than a day after the answer' }).waitFor()
  await open(now + 27 * hour)
  await later.locator('.chain-panel .problem', { hasText: 'still to come' }).waitFor()
  expect(await later.locator('.chain-link').count()).toBe(0)
  await open(now)
  await later.locator('.chain-link').first().waitFor()
  expect(await later.locator('.verdict ul').innerText()).not.toContain('more than a day')
  await later.close()
})

test('without development mode the chain breaks at the processor, and the verdict says so', async () => {
  await page.locator('#prompt-value').fill(question)
  await page.getByLabel('Development mode').uncheck()
  await expect.poll(verdict).toBe('Invalid')
  await expect.poll(() => link('processor').innerText()).toBe('Fail')
  const below = await page.locator('.chain-link .status').allInnerTexts()
  expect(below.slice(1).filter((word) => word === 'Pass')).toEqual([])
  expect(below.at(-1)).toBe('Does not count')
  await page.getByLabel('Development mode').check()
  await expect.poll(() => link('processor').innerText()).toBe('Pass')
})

test('evidence of another enclave breaks the chain at its receipt', async () => {
  const file = join(temporaryFolder(), 'evidence.json')
  writeFileSync(file, JSON.stringify(await fetchEvidence(other.baseUrl, model)))
  await page.getByLabel('Open evidence.json').setInputFiles(file)
  await expect.poll(() => link('The enclave’s receipt').innerText()).toBe('Fail')
  await expect.poll(verdict).toBe('Invalid')
})

test('what is no evidence is refused in a sentence', async () => {
  const file = join(temporaryFolder(), 'evidence.json')
  for (const text of ['', '{}', '<script>alert(1)</script>', answer]) {
    writeFileSync(file, text)
    await page.getByLabel('Open evidence.json').setInputFiles(file)
    await page.getByText('This is no evidence that can be read').waitFor()
  }
})

test('nobody but the named gateway was asked, and the policy of the page was never broken', () => {
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
  expect(watched.complaints()).toEqual([])
})
