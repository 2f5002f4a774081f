import { askGateway } from '../support/ask-gateway.ts'
import { openVerify } from '../support/open-verify.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { fetchEvidence } from '../support/fetch-evidence.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { openGroups } from '../support/open-groups.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { sealedModel, startEnclave } from '../support/start-enclave.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchPage } from '../support/watch-page.ts'

const model = 'svc-assist-mini'
const question = 'What does a receipt prove?'
const gateway = inject('demo')

const other = await untilEnd(startEnclave())
const browser = await untilEnd(sharedBrowser())
const messages = [{ role: 'user', content: question }]
const answer = await askGateway(gateway.baseUrl, { model, messages })
const watched = await openVerify(browser, gateway.baseUrl)
const { page } = watched

const link = (title: string) =>
  page.locator('.chain-link h4', { hasText: title }).locator('.status')
const verdict = () => page.locator('#verdict-word').innerText()

test('with the evidence that the gateway hands out, an answer is followed from the quote on', async () => {
  await pasteIntoVerify(page, answer)
  await page.locator('#prompt-value').fill(question)
  await expect.poll(verdict).toBe('Simulated enclave')
  await page.locator('.exchange', { hasText: 'What was asked' }).waitFor()
  expect(await page.locator('.chain-link').count()).toBe(0)
  await page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
  await page.locator('.chain-link').first().waitFor()
  await expect
    .poll(() => page.locator('.chain-link .status').allInnerTexts())
    .toEqual([...Array.from({ length: 5 }, () => 'Holds in the simulation'), 'Pass', 'Pass'])
  const words = await page.locator('.verdict').innerText()
  expect(words).toContain('its evidence fits together, but it proves nothing about hardware')
  expect(words).toContain('That the enclave got this question: the gateway claims it.')
  expect(words).not.toContain('When the evidence was made')
  expect(await page.locator('.chain').innerText()).toContain('a random number drawn for this')
})

test('a simulated enclave is called so: in the verdict, below it, and in the picture', async () => {
  const simulated = 'Simulated enclave'
  expect(await page.locator('.verdict').innerText()).toContain(simulated)
  expect(await page.locator('.not-established').innerText()).toContain('Any hardware')
  const [first] = await page.locator('.chain-link').allInnerTexts()
  expect(first).toContain('its root is the gateway’s own')
  expect(await page.locator('main').innerText()).not.toContain('Its maker vouches for it')
  expect(await page.locator('.chain-title').innerText()).toContain(simulated)
  expect(await page.locator('.chain-simulated').count()).toBe(5)
})

test('no check of a simulated enclave passes in the word or the colour of proof', async () => {
  const rows = await page.locator('.checks li').evaluateAll((all) =>
    all.map((row) => ({
      id: row.querySelector('dd code')?.textContent ?? '',
      word: row.querySelector('.status')?.textContent ?? '',
      colour: getComputedStyle(row.querySelector('.status') ?? row).color,
    })),
  )
  const ofEnclave = rows.filter(
    ({ id }) => !/^(?:receipt\.(?!hardware)|svc\.|commitment\.)/.test(id),
  )
  expect(ofEnclave.length).toBeGreaterThan(40)
  expect(ofEnclave.filter(({ word }) => word === 'Pass')).toEqual([])
  const colours = (word: string) =>
    new Set(rows.filter((row) => row.word === word).map(({ colour }) => colour))
  const [green] = colours('Pass')
  expect(colours('Holds in the simulation').has(green ?? '')).toBe(false)
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
  await expect
    .poll(() => link('The bytes of this answer').innerText())
    .toBe('Holds in the simulation')
  expect(await page.locator('.not-established').innerText()).toContain(
    'When the evidence was made, and for which random number: only the file says so.',
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
  await pasteIntoVerify(later, answer)
  await later.getByText('Open evidence.json').waitFor()
  await open(now + 25 * hour)
  await later.locator('.verdict', { hasText: 'evidence from the day of the answer' }).waitFor()
  await open(now + 27 * hour)
  await later.locator('.chain-panel .problem', { hasText: 'in the future' }).waitFor()
  expect(await later.locator('.chain-link').count()).toBe(0)
  await open(now)
  await later.locator('.chain-link').first().waitFor()
  await expect
    .poll(() => later.locator('.verdict').innerText())
    .not.toContain('the day of the answer')
  await later.close()
})

test('a simulation is simulated with development mode and without; the switch stands beside it', async () => {
  await page.locator('#prompt-value').fill(question)
  const development = page.locator('.verdict').getByLabel('Accept simulated enclaves')
  await openGroups(page)
  const hardware = page.locator('.checks li', { hasText: 'passed off as hardware' })
  await expect.poll(() => hardware.locator('.status').innerText()).toBe('Not checked')
  expect(await verdict()).toBe('Simulated enclave')
  await development.check()
  await page.locator('.verdict', { hasText: 'Accepted, as a simulation.' }).waitFor()
  await expect.poll(() => hardware.locator('.status').innerText()).toBe('Holds in the simulation')
  expect(await verdict()).toBe('Simulated enclave')
  await development.uncheck()
  await page.locator('.verdict', { hasText: 'Not accepted.' }).waitFor()
})

test('evidence of other keys leaves the enclave unchecked, and condemns nothing', async () => {
  const file = join(temporaryFolder(), 'evidence.json')
  writeFileSync(file, JSON.stringify(await fetchEvidence(other.gateway.baseUrl, sealedModel)))
  await page.getByLabel('Open evidence.json').setInputFiles(file)
  await expect.poll(() => link('The enclave’s receipt').innerText()).toBe('Not checked')
  expect(
    await page.locator('.chain-link', { hasText: 'One of the enclave’s keys' }).innerText(),
  ).toContain('the enclave may have started anew')
  expect(await verdict()).toBe('Simulated enclave')
  expect(await page.locator('.verdict').innerText()).toContain('the enclave was not checked')
})

test('what is no evidence is refused in a sentence', async () => {
  const file = join(temporaryFolder(), 'evidence.json')
  for (const text of ['', '{}', '<script>alert(1)</script>', answer]) {
    writeFileSync(file, text)
    await page.getByLabel('Open evidence.json').setInputFiles(file)
    await page.getByText('This evidence cannot be read').waitFor()
  }
})

test('nobody but the named gateway was asked, and the policy of the page was never broken', () => {
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
  expect(watched.complaints()).toEqual([])
})
