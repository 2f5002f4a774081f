import { openVerify } from '../support/open-verify.ts'
import { deflateRawSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { openForm } from '../support/name-signer.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }

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

async function open(buffer: Buffer): Promise<void> {
  await watched.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'file.json', mimeType: 'application/json', buffer })
}

const [good] = answers.cases
const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>'

test('2 MiB, pasted or opened, is an error sentence', async () => {
  const large = `{"receipt":"${'x'.repeat(2 * 1024 * 1024)}"}`
  await open(Buffer.from(large))
  await expectRefusal('Unrecognised', 'larger than 768 KiB')
  await pasteIntoVerify(watched.page, 'nothing')
  await expectRefusal('Unrecognised', 'This is nothing that can be checked')
  await pasteIntoVerify(watched.page, large)
  await expectRefusal('Unrecognised', 'larger than 768 KiB')
})

test('deep nesting is an error sentence', async () => {
  await pasteIntoVerify(watched.page, `{"svc":${'['.repeat(300_000)}${']'.repeat(300_000)}}`)
  await expectRefusal('Unrecognised', 'more than 32768 lists and objects')
  await pasteIntoVerify(watched.page, `{"svc":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)
  await expectRefusal('Invalid', 'nested deeper')
  // Also where it ends before it is whole: it is not read so far.
  await pasteIntoVerify(watched.page, `{"svc":${'{"a":'.repeat(30_000)}`)
  await expectRefusal('Invalid', 'nested deeper')
  await pasteIntoVerify(watched.page, `{"svc":${'{"a":'.repeat(50)}`)
  await expectRefusal('Incomplete', 'is cut off')
})

test('bytes that are no text are not recognised', async () => {
  await open(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))
  await expectRefusal('Unrecognised', 'not text in UTF-8')
  await open(Buffer.from('\ufeff{"svc":{}}', 'utf16le'))
  await expectRefusal('Unrecognised', 'not text in UTF-8')
})

test('markup in every field is shown as text and never run', async () => {
  const file = {
    choices: [{ message: { role: markup, content: markup, tool_calls: [{ id: markup }] } }],
    svc: { ...good?.svc, privacy_label: markup, resolved_via_trait: markup },
  }
  await pasteIntoVerify(watched.page, JSON.stringify(file))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await watched.page.locator('.exchange').innerText()).toContain('<img src=x')
  expect(await watched.page.locator('img, .exchange script').count()).toBe(0)
})

test('a name that would turn the text around is shown by its numbers', async () => {
  const { svc } = JSON.parse(JSON.stringify(good)) as { svc: { receipt: { body: object } } }
  svc.receipt.body = { ...svc.receipt.body, model: 'svc-\u202etahc' }
  await pasteIntoVerify(watched.page, JSON.stringify(svc.receipt))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await watched.page.locator('main').innerText()).not.toContain('\u202e')
})

test('a link that unpacks to 64 MiB is refused after 768 KiB', async () => {
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 })
  await pasteIntoVerify(watched.page, `#1.${bomb.toString('base64url')}`)
  await expectRefusal('Unrecognised', 'This link holds too much')
})

test.each([
  ['letters without a space', '\u0e01\u0e38'.repeat(110_000)],
  ['parts', Array.from({ length: 20_000 }, () => ({ type: 'text', text: 'x' }))],
])('of an answer of 750 kB of %s, a part is drawn, and more on demand', async (_, content) => {
  const file = { choices: [{ message: { role: 'assistant', content } }], svc: good?.svc }
  await pasteIntoVerify(watched.page, 'nothing')
  await expectRefusal('Unrecognised', 'This is nothing that can be checked')
  await open(Buffer.from(JSON.stringify(file)))
  await expectState('Check failed', 'Do not rely on this answer')
  const drawn = () => watched.page.locator('.exchange bdi').evaluate((it) => it.textContent.length)
  expect(await drawn()).toBe(8_000)
  await watched.page.locator('.exchange .more').click()
  await expect.poll(drawn).toBe(16_000)
})

test('of many long messages few are drawn at once, and the bytes behind a check in part', async () => {
  const messages = Array.from({ length: 30 }, () => ({ role: 'user', content: 'x '.repeat(3_500) }))
  await pasteIntoVerify(
    watched.page,
    JSON.stringify({ choices: [{ message: good?.message }], svc: good?.svc }),
  )
  await expectState('Private · unknown signer', 'an answer with its receipt')
  await watched.page.locator('#prompt-value').fill(JSON.stringify(messages))
  const asked = watched.page.getByRole('region', { name: 'What was asked', exact: true })
  await asked.waitFor()
  await expect.poll(() => asked.locator('blockquote').count()).toBe(1)
  await asked.getByRole('button', { name: 'Show more: 29 are not shown' }).click()
  await expect.poll(() => asked.locator('blockquote').count()).toBe(2)
  const item = watched.page.locator('.checks li', { hasText: 'The receipt is for other messages' })
  await item.locator('summary').click()
  await item.getByText('By hand').waitFor()
  const lengths = await item
    .locator('pre')
    .evaluateAll((all) => all.map(({ textContent }) => textContent.length))
  expect(lengths).toEqual([8_000, 8_000])
})

test('of a prompt that is more than messages, those that are not drawn are said to be more', async () => {
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
})

test('words that would be read in another order than they were signed are shown by their numbers', async () => {
  const message = { role: 'assistant', content: 'Pay \u202e001\u202c, not\u200b less.' }
  await pasteIntoVerify(watched.page, JSON.stringify({ choices: [{ message }], svc: good?.svc }))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await watched.page.locator('.exchange bdi').innerText()).toBe(
    String.raw`Pay \u{202e}001\u{202c}, not\u{200b} less.`,
  )
})

test('words of a file cannot pass for those of the sentence that refuses it', async () => {
  const code = '): it is proven. \u202e('
  await pasteIntoVerify(watched.page, JSON.stringify({ error: { code, message: 'x' } }))
  await expectRefusal('Incomplete', String.raw`“): it is proven. \u{202e}(”`)
  const surplus = { type: 'countersign-disclosure/1', receipt: good?.svc.receipt, 'It holds. x': 1 }
  await pasteIntoVerify(watched.page, JSON.stringify(surplus))
  await expectRefusal('Invalid', '“It holds. x” does not belong there')
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

test('names of files and roles are shown by the numbers of what is not seen', async () => {
  const { page } = watched
  await page.locator('input[type=file]').setInputFiles({
    name: 'a\u202etxt.exe',
    mimeType: 'text/plain',
    buffer: Buffer.from('zzz'),
  })
  await expectRefusal('Unrecognised', String.raw`a\u{202e}txt.exe`)
  const message = { role: 'as\u202esistant', content: 'x' }
  await pasteIntoVerify(page, JSON.stringify({ choices: [{ message }], svc: good?.svc }))
  await expectState('Check failed', 'Do not rely on this answer')
  expect(await page.locator('.exchange cite').innerText()).toBe(String.raw`as\u{202e}sistant`)
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
