import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { checkScreens } from '../../support/browser/check-screens.ts'
import { openVerifyPage } from '../../support/verify-page/open-verify-page.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

// Files that hold several answers, made of the vectors: lines of JSON, and exports, some long or hostile.

const gateway = inject('demo')
const [good] = answers.cases
const { svc, message, messages } = good as NonNullable<typeof good>

const browser = await untilEnd(sharedBrowser())
const watched = await openVerifyPage(browser, gateway)

const logged = (said: object | undefined, receipt: object | null = svc) => ({
  request: { messages },
  response: {
    choices: [{ index: 0, message: said }],
    ...(receipt === null ? {} : { svc: receipt }),
  },
})
const lines = (...all: readonly object[]) => all.map((each) => JSON.stringify(each)).join('\n')
const forged = { role: 'assistant', content: 'Forged.' }
const rows = () => watched.page.locator('.answers > li')
const status = () => watched.page.locator('section', { has: rows() }).getByRole('status')

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

test('each answer of a file has its own verdict, and the one that is chosen is shown whole', async () => {
  const { page } = watched
  await pasteIntoVerify(page, lines(logged(message), logged(forged), logged(message, null)))
  await page.getByRole('heading', { name: 'A file with 3 answers' }).waitFor()
  const labels = await rows().locator('.look-label').allInnerTexts()
  // What a program wrote anew is never called altered.
  expect(labels).toEqual(['Private · promised', 'Private · not fully checked', 'No receipt'])
  expect(await rows().nth(1).innerText()).toContain('Forged.')
  expect(await rows().nth(2).innerText()).toContain('without "svc"')
  // Nothing is said of the file as a whole.
  expect(await page.locator('.verdict').count()).toBe(0)
  await checkScreens(page, 'the list')

  await rows().nth(1).getByRole('button').click()
  await page.locator('#verdict-word', { hasText: /^Private · not fully checked$/ }).waitFor()
  await page.getByRole('button', { name: 'Back to the 3 answers' }).click()
  const second = rows().nth(1).getByRole('button')
  await expect.poll(() => second.evaluate((row) => row === document.activeElement)).toBe(true)
  await rows().nth(0).getByRole('button').click()
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
})

test('a long file is judged fifty answers at a time', async () => {
  const { page } = watched
  await pasteIntoVerify(page, lines(...Array.from({ length: 60 }, () => logged(message))))
  await page.getByRole('heading', { name: 'A file with 60 answers' }).waitFor()
  await expect.poll(() => rows().count()).toBe(50)
  await page.getByRole('button', { name: 'Show more: 10 are not shown' }).click()
  await expect.poll(() => rows().count()).toBe(60)
})

test('a long export is drawn fifty answers at a time, newest first, and is searched by words', async () => {
  const { page } = watched
  await pasteIntoVerify(page, exportOf(...manyAnswers(120)))
  await page.getByRole('heading', { name: 'An export with 120 answers' }).waitFor()
  await expect.poll(() => rows().count()).toBe(50)
  const first = await rows().first().innerText()
  const { model, mode } = svc.receipt.body
  const parts = ['5 January 2026, 23:00 UTC', filed.origin, model, mode, 'Answer number 119']
  for (const part of parts) expect(first).toContain(part)
  expect(await page.getByRole('button', { name: 'Newer' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Older' }).click()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.poll(() => status().innerText()).toBe('120 answers, 101 to 120')
  expect(await rows().last().innerText()).toContain('Answer number 0')
  expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)

  await page.getByRole('searchbox').fill('17. ANSWER')
  await expect.poll(() => status().innerText()).toBe('2 of 120 answers')
  expect(await rows().last().innerText()).toContain('Answer number 17.')
  await rows().first().getByRole('button').click()
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  await page.getByRole('button', { name: 'Back to the 120 answers' }).click()
  const chosen = rows().first().getByRole('button')
  await expect.poll(() => chosen.evaluate((row) => row === document.activeElement)).toBe(true)
  await expect.poll(() => status().innerText()).toBe('2 of 120 answers')
  await page.getByRole('searchbox').fill('no such words')
  await expect.poll(() => page.locator('main').innerText()).toContain('0 of 120 answers')
})

test('an export is read by dropping, too', async () => {
  const { page } = watched
  await page.locator('.input-panel').evaluate((panel, dropped) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([`\ufeff${dropped}`], 'export.json'))
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, exportOf(filed))
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
  // So few are seen without a search.
  expect(await page.getByRole('searchbox').count()).toBe(0)
  const listed = await rows().first().innerText()
  expect(listed.split('<img src=x onerror=alert(1)>')).toHaveLength(3)
  expect(listed).not.toContain('\u202e')
  await rows().first().getByRole('button').click()
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  expect(await page.locator('.exchange').first().innerText()).toContain('<img src=x')
  expect(await page.locator('main img, main script').count()).toBe(0)
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
