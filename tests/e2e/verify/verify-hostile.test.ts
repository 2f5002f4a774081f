import { openVerify } from '../../support/verify-page/open-verify.ts'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { openForm } from '../../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const watched = await openVerify(browser, gateway.baseUrl)

async function expectRefusal(word: string, sentence: string): Promise<void> {
  await expectState('No receipt', sentence)
  expect(await watched.page.locator('#refusal-word').innerText()).toBe(word)
}

async function expectState(label: string, sentence: string): Promise<void> {
  await expect.poll(() => watched.page.locator('.verdict').innerText()).toContain(sentence)
  expect(await watched.page.locator('#verdict-word').innerText()).toBe(label)
}

async function open(buffer: Buffer, name = 'file.json'): Promise<void> {
  await watched.page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer })
}

const [good] = answers.cases
const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>'

test('2 MiB, pasted or opened, is an error sentence, and so are bytes that are no text', async () => {
  const large = `{"receipt":"${'x'.repeat(2 * 1024 * 1024)}"}`
  await open(Buffer.from(large))
  await expectRefusal('Unrecognised', 'larger than 768 KiB')
  await open(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))
  await expectRefusal('Unrecognised', 'not text in UTF-8')
  await pasteIntoVerify(watched.page, large)
  await expectRefusal('Unrecognised', 'larger than 768 KiB')
})

test('words that refuse a file are the page’s own, and those of the file stand there as they are not seen', async () => {
  await open(Buffer.from('zzz'), 'a\u202etxt.exe')
  await expectRefusal('Unrecognised', String.raw`a\u{202e}txt.exe`)
  const code = '): it is proven. \u202e('
  await pasteIntoVerify(watched.page, JSON.stringify({ error: { code, message: 'x' } }))
  await expectRefusal('Incomplete', String.raw`“): it is proven. \u{202e}(”`)
  const surplus = { type: 'countersign-disclosure/1', receipt: good?.svc.receipt, 'It holds. x': 1 }
  await pasteIntoVerify(watched.page, JSON.stringify(surplus))
  await expectRefusal('Invalid', '“It holds. x” does not belong there')
})

test('markup in every field is shown as text and never run, and what turns words around by its number', async () => {
  const turned = `${markup}\u202e`
  const file = {
    choices: [{ message: { role: turned, content: turned, tool_calls: [{ id: markup }] } }],
    svc: { ...good?.svc, privacy_label: markup, resolved_via_trait: markup },
  }
  await pasteIntoVerify(watched.page, JSON.stringify(file))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await watched.page.locator('.exchange').innerText()).toContain('<img src=x')
  expect(await watched.page.locator('img, .exchange script').count()).toBe(0)
  const { svc } = JSON.parse(JSON.stringify(good)) as { svc: { receipt: { body: object } } }
  svc.receipt.body = { ...svc.receipt.body, model: turned }
  expect(await watched.page.locator('main').innerText()).not.toContain('\u202e')
  await pasteIntoVerify(watched.page, JSON.stringify(svc.receipt))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await watched.page.locator('main').innerText()).not.toContain('\u202e')
})

test('of an answer of 750 kB of letters without a space, a part is drawn, and more on demand', async () => {
  const message = { role: 'assistant', content: '\u0e01\u0e38'.repeat(110_000) }
  await open(Buffer.from(JSON.stringify({ choices: [{ message }], svc: good?.svc })))
  await expectState('Check failed', 'an answer with its receipt')
  const drawn = () => watched.page.locator('.exchange bdi').evaluate((it) => it.textContent.length)
  expect(await drawn()).toBe(8_000)
  await watched.page.locator('.exchange .more').click()
  await expect.poll(drawn).toBe(16_000)
})

test('of many long messages few are drawn at once, and the bytes behind a check in part', async () => {
  const messages = Array.from({ length: 30 }, () => ({ role: 'user', content: 'x '.repeat(3_500) }))
  const { receipt, commitment_salts: salts } = good?.svc ?? {}
  const prompt = { messages: { messages, system: 'Be brief.' }, salt: salts?.prompt }
  const file = { type: 'countersign-disclosure/1', receipt, prompt }
  await pasteIntoVerify(watched.page, JSON.stringify(file))
  await expectState('Check failed', 'a disclosure')
  const asked = watched.page.getByRole('region', { name: 'What was asked', exact: true })
  expect(await asked.locator('blockquote').count()).toBe(2)
  await asked.getByRole('button', { name: 'Show more: 29 are not shown' }).click()
  await expect.poll(() => asked.locator('blockquote').count()).toBe(3)
  const item = watched.page.locator('.checks li', { hasText: 'The receipt is for other messages' })
  await item.locator('summary').click()
  await item.getByText('By hand').waitFor()
  const lengths = await item
    .locator('pre')
    .evaluateAll((all) => all.map(({ textContent }) => textContent.length))
  expect(lengths).toEqual([8_000, 8_000])
})

test('no field takes a text that a browser draws for seconds', async () => {
  const { page } = watched
  await pasteIntoVerify(page, JSON.stringify(good?.svc.receipt))
  await page.locator('#response-value').waitFor()
  await openForm(page)
  for (const [field, length] of [
    ['#signer-text', 2_000_000],
    ['#prompt-value', 10_000_000],
    ['#response-value', 10_000_000],
    ['#response-salt', 10_000],
  ] as const) {
    const isTaken = await page.locator(field).evaluate((place, count) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'x'.repeat(count))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      return place.dispatchEvent(event)
    }, length)
    expect(isTaken, field).toBe(false)
    const panel = page.locator('.signer-panel, .opening-panel', { has: page.locator(field) })
    await panel.getByText('did not take it').waitFor()
  }
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
