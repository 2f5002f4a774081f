import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { nameSigner } from '../support/name-signer.ts'
import { openVerifyPage } from '../support/open-verify-page.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { watchPage } from '../support/watch-page.ts'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }

// Exports that are long, broken or hostile, made of the vectors.

const gateway = inject('demo')
const [good] = answers.cases
const { svc, message, messages } = good as NonNullable<typeof good>

const browser = await untilEnd(sharedBrowser())
const watched = await openVerifyPage(browser, gateway)

const filed = {
  origin: 'https://chat.example.com',
  receivedAt: '2026-11-20T09:30:00.000Z',
  receipt: svc.receipt,
  salts: svc.commitment_salts,
  messages,
  message,
  text: 'As its reader saw it',
}

function exportOf(...entries: readonly object[]): string {
  return JSON.stringify({ type: 'countersign-vault/1', answers: entries })
}

/** Received an hour after each other, the last one first in the file. */
function manyAnswers(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({
    ...filed,
    receivedAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
    message: null,
    text: `Answer number ${index}.`,
  }))
}

const rows = () => watched.page.locator('.answers button')
const status = () => watched.page.locator('section', { has: rows() }).getByRole('status')

async function expectRefusal(text: string, word: string, sentence: string): Promise<void> {
  await pasteIntoVerify(watched.page, text)
  await watched.page.locator('.verdict', { hasText: sentence }).waitFor()
  expect(await watched.page.locator('#verdict-word').innerText()).toBe('No receipt')
  expect(await watched.page.locator('#refusal-word').innerText()).toBe(word)
  expect(await rows().count()).toBe(0)
}

test('a long export is drawn fifty answers at a time, newest first, and is searched by words', async () => {
  const { page } = watched
  await pasteIntoVerify(page, exportOf(...manyAnswers(120)))
  await page.getByRole('heading', { name: 'An export with 120 answers' }).waitFor()
  await expect.poll(() => rows().count()).toBe(50)
  expect(await rows().first().innerText()).toContain('Answer number 119')
  expect(await rows().first().innerText()).toContain('5 January 2026, 23:00 UTC')
  expect(await rows().first().innerText()).toContain('https://chat.example.com')
  expect(await rows().first().innerText()).toContain(svc.receipt.body.model)
  expect(await rows().first().innerText()).toContain(svc.receipt.body.mode)
  expect(await page.getByRole('button', { name: 'Newer' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.poll(() => status().innerText()).toBe('120 answers, 101 to 120')
  expect(await rows().last().innerText()).toContain('Answer number 0')
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)

  await page.getByRole('searchbox').fill('17. ANSWER')
  await expect.poll(() => status().innerText()).toBe('2 of 120 answers')
  expect(await rows().last().innerText()).toContain('Answer number 17.')
  await rows().first().click()
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  await page.getByRole('button', { name: 'Back to the 120 answers' }).click()
  await expect.poll(() => status().innerText()).toBe('2 of 120 answers')
  await page.getByRole('searchbox').fill('no such words')
  await expect.poll(() => page.locator('main').innerText()).toContain('0 of 120 answers')
})

test('a few answers are seen without a search', async () => {
  await pasteIntoVerify(watched.page, exportOf(...manyAnswers(3)))
  await watched.page.getByRole('heading', { name: 'An export with 3 answers' }).waitFor()
  expect(await watched.page.getByRole('searchbox').count()).toBe(0)
})

test('an export that is cut, broken or too long is refused in its own words', async () => {
  const broken = { ...filed, receipt: { ...svc.receipt, digest: 'x' } }
  for (const [text, word, sentence] of [
    [exportOf(filed, filed).slice(0, -3), 'Incomplete', 'The JSON is cut off'],
    [exportOf(filed, broken), 'Invalid', 'Answer 2 of the export cannot be read'],
    [exportOf(...manyAnswers(1000)), 'Unrecognised', 'larger than 768 KiB'],
  ] as const) {
    await expectRefusal(text, word, sentence)
  }
})

test('an export is read from the disk, with a byte order mark, and by dropping, too', async () => {
  const { page } = watched
  const text = exportOf(filed)
  await expectRefusal('', 'Unrecognised', 'There is nothing in it')
  await page.locator('input[type=file]').setInputFiles({
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from(`\ufeff${text}`),
  })
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  await expectRefusal('', 'Unrecognised', 'There is nothing in it')
  await page.locator('.input-panel').evaluate((panel, dropped) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([dropped], 'export.json'))
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, text)
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
})

test('what is given while an export is still read is what is shown', async () => {
  const { page } = watched
  await page.locator('#input-text').evaluate(
    (area, [first, second]) => {
      for (const text of [first, second]) {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      }
    },
    [exportOf(...manyAnswers(500)), JSON.stringify(svc.receipt)] as const,
  )
  await page.getByText('This is a receipt.').waitFor()
  // Longer than it takes to read the export: it gives way to others ten times.
  await page.evaluate(async () => {
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve))
  })
  await page.getByText('This is a receipt.').waitFor()
  expect(await rows().count()).toBe(0)
})

test('markup in every field of an export that may hold any is shown as text and never run', async () => {
  const { page } = watched
  const markup = '<img src=x onerror=alert(1)><script>alert(2)<\u2215script>\u202e'
  const hostile = {
    ...filed,
    receipt: { ...svc.receipt, body: { ...svc.receipt.body, model: markup } },
    messages: [{ role: markup, content: markup, [markup]: markup }],
    message: { role: markup, content: markup },
    text: markup,
  }
  await pasteIntoVerify(page, exportOf(hostile, hostile))
  await page.getByRole('heading', { name: 'An export with 2 answers' }).waitFor()
  const listed = await rows().first().innerText()
  expect(listed.split('<img src=x onerror=alert(1)>')).toHaveLength(3)
  expect(listed).not.toContain('\u202e')
  await rows().first().click()
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  expect(await page.locator('.exchange').first().innerText()).toContain('<img src=x')
  expect(await page.locator('main img, main script').count()).toBe(0)
})

test('a conversation of thousands of messages is drawn fifty at a time', async () => {
  const { page } = watched
  const content = Array.from({ length: 4000 }, (_, index) => ({
    role: 'user',
    content: `${index}`,
  }))
  await pasteIntoVerify(page, exportOf({ ...filed, messages: content }))
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  const asked = page.getByRole('region', { name: 'What was asked' })
  expect(await asked.locator('blockquote').count()).toBe(50)
  await asked.getByRole('button', { name: 'Show more: 3950 are not shown' }).click()
  await expect.poll(() => asked.locator('blockquote').count()).toBe(100)
})

test('the page saved to a disk opens an export, too, and asks nobody', async () => {
  const offline = await watchPage(browser)
  const { page } = offline
  await page.context().setOffline(true)
  await page.goto(pathToFileURL('dist/web/offline/countersign-verify.html').href)
  await pasteIntoVerify(page, exportOf(...manyAnswers(2)))
  await page.locator('.answers button').first().click()
  await page.locator('#verdict-word', { hasText: /^Private · unknown signer$/ }).waitFor()
  await nameSigner(page, answers.limits.seal_signer)
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  expect(offline.complaints()).toEqual([])
  expect(offline.otherOrigins('file://')).toEqual([])
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
