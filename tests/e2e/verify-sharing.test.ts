import { askGateway } from '../support/ask-gateway.ts'
import { openVerify } from '../support/open-verify.ts'
import { spawnSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { watchPage } from '../support/watch-page.ts'

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

/** Opens the link that the page shows in a page of its own; returns what stands there. */
async function openLink(): Promise<{ link: string; text: string }> {
  const link = await watched.page.locator('.share-panel pre').innerText()
  const other = await watchPage(browser)
  const asked: string[] = []
  other.page.on('request', (request) => asked.push(request.url()))
  await other.page.goto(link)
  await expect
    .poll(() => other.page.locator('#verdict-word').innerText())
    .toBe('Private · promised')
  const text = await other.page.locator('main').innerText()
  expect(asked.every((url) => !url.includes('#') || url === link)).toBe(true)
  expect(other.complaints()).toEqual([])
  await other.page.close()
  return { link, text }
}

test('a link of the receipt alone shows no word of the exchange', async () => {
  const { text } = await openLink()
  expect(text).toContain('This is a receipt.')
  expect(text).not.toContain(question)
})

test('a disclosure of the answer proves it, and holds no salt of the prompt', async () => {
  const { page } = watched
  await page.getByRole('checkbox', { name: 'What was answered' }).check()
  const { text } = await openLink()
  expect(text).toContain('This is a disclosure.')
  expect(text).toContain('This file holds the answer, not the question.')
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

test('a disclosure of both sides shows both, proven', async () => {
  await watched.page.getByRole('checkbox', { name: 'What was asked' }).check()
  const { text } = await openLink()
  expect(text).toContain(question)
  expect(text).toContain('exactly this question and this answer')
})

test('of an enclave’s answer the link carries what the enclave signed, and says what it lacks', async () => {
  const asked = await askGateway(gateway.baseUrl, { model: 'svc-assist-mini', messages })
  const { page } = await openVerify(browser, gateway.baseUrl)
  await pasteIntoVerify(page, asked)
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

  const other = await watchPage(browser)
  await other.page.goto(before)
  await other.page.getByText('This is a disclosure.').waitFor()
  await other.page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
  await other.page.locator('.chain-link').first().waitFor()
  const verdict = await other.page.locator('.verdict').innerText()
  expect(verdict).toContain('Simulated enclave')
  expect(verdict).toContain('that the enclave signed exactly this answer was not checked')
  expect(verdict).toContain('this file does not hold its bytes')
  const receipt = other.page.locator('.chain-link', { hasText: 'One of the enclave’s keys' })
  expect(await receipt.locator('.status').innerText()).toBe('Holds in the simulation')
  const [download] = await Promise.all([
    other.page.waitForEvent('download'),
    other.page.getByRole('button', { name: 'Save evidence.json' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('evidence.json')
  await Promise.all([page.close(), other.page.close()])
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

test('nothing complained, and nobody else was asked', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
