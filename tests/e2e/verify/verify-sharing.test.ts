import { askGateway } from '../../support/requests/ask-gateway.ts'
import { openVerify } from '../../support/verify-page/open-verify.ts'
import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { watchPage } from '../../support/browser/watch-page.ts'

const gateway = inject('demo')
const question = "What does it prove, and isn't it long?"
const messages = [{ role: 'user', content: question }]

const browser = await untilEnd(sharedBrowser())
const answer = await askGateway(gateway.baseUrl, { messages })
const watched = await openVerify(browser, gateway.baseUrl)
await pasteIntoVerify(watched.page, answer)
await watched.page.locator('#prompt-value').fill(question)
await watched.page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()

function salts(): { prompt: string; response: string } {
  return (JSON.parse(answer) as { svc: { commitment_salts: ReturnType<typeof salts> } }).svc
    .commitment_salts
}

/** A reader's, who has the link alone. */
const reader = await watchPage(browser)
const asked: string[] = []
reader.page.on('request', (request) => asked.push(request.url()))

/** Opens the link that the page shows. */
async function openLink(): Promise<Page> {
  const link = await watched.page.locator('.share-panel pre').innerText()
  const { page, complaints } = reader
  asked.length = 0
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText('This is a disclosure.').waitFor()
  expect(asked.every((url) => !url.includes('#') || url === link)).toBe(true)
  expect(complaints()).toEqual([])
  return page
}

test('a disclosure of the answer proves it, and holds no salt of the prompt', async () => {
  const { page } = watched
  await page.getByRole('checkbox', { name: 'What was answered' }).check()
  const other = await openLink()
  await expect.poll(() => other.locator('#verdict-word').innerText()).toBe('Private · promised')
  await other.getByText('This file holds the answer, not the question.').waitFor()
  expect(await other.locator('.exchange').allInnerTexts()).toEqual([
    expect.stringContaining('What was answered'),
  ])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save disclosure.json' }).click(),
  ])
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const file = Buffer.concat(chunks).toString('utf8')
  expect(file).toContain(salts().response)
  expect(file).not.toContain(salts().prompt)
  expect(file).not.toContain('"messages"')
})

test('the commands by hand print what the page says', async () => {
  const { page } = watched
  for (const claim of [
    'The receipt was not altered',
    'The signature is valid',
    'This is what was asked',
    'This is what was answered',
  ]) {
    const item = page.locator('.checks li', { hasText: claim })
    await item.locator('summary').click()
    await item.getByText('By hand').waitFor()
    const commands = await item.locator('pre').allInnerTexts()
    const command = commands.find((text) => /^(?:printf|node)/.test(text)) ?? ''
    const printed = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
    const expected = /prints ([0-9a-f]{64})/.exec(await item.innerText())?.[1] ?? 'true'
    expect(printed.stdout, `${command}\n${printed.stderr}`).toContain(expected)
  }
})

test('of an enclave’s answer the link carries what the enclave signed, and says what it lacks', async () => {
  const { page } = watched
  await pasteIntoVerify(
    page,
    await askGateway(gateway.baseUrl, { model: 'svc-assist-mini', messages }),
  )
  await page.locator('#verdict-word', { hasText: /^Simulated enclave$/ }).waitFor()
  await page.locator('#prompt-value').fill(question)
  await page.locator('.exchange', { hasText: 'What was asked' }).waitFor()
  const enclave = page.getByRole('checkbox', { name: 'The enclave’s receipt' })
  expect(await enclave.isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: 'What was answered' }).check()
  expect(await enclave.isChecked()).toBe(false)
  await page.getByRole('checkbox', { name: 'What was asked' }).check()
  await expect.poll(() => enclave.isChecked()).toBe(true)

  const before = await page.locator('.share-panel pre').innerText()
  await enclave.uncheck()
  await expect.poll(() => page.locator('.share-panel pre').innerText()).not.toBe(before)
  await enclave.check()
  await expect.poll(() => page.locator('.share-panel pre').innerText()).toBe(before)

  const other = await openLink()
  await other.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
  await other.locator('.chain-link').first().waitFor()
  const verdict = await other.locator('.verdict').innerText()
  expect(verdict).toContain('Simulated enclave')
  expect(verdict).toContain('that the enclave signed exactly this answer was not checked')
  expect(verdict).toContain('this file does not hold its bytes')
  const receipt = other.locator('.chain-link', { hasText: 'One of the enclave’s keys' })
  expect(await receipt.locator('.status').innerText()).toBe('Holds in the simulation')
})

test('nothing complained, and nobody else was asked', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
