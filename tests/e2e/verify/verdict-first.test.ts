import { askGateway } from '../../support/requests/ask-gateway.ts'
import { deflateRawSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { openForm } from '../../support/verify-page/name-signer.ts'
import { watchPage } from '../../support/browser/watch-page.ts'

const gateway = inject('demo')
const phone = { viewport: { width: 360, height: 640 } }
const messages = [{ role: 'user', content: 'What does a receipt prove?' }]

interface Answer {
  readonly choices: readonly [{ readonly message: object }]
  readonly svc: {
    readonly receipt: object
    readonly commitment_salts: { readonly prompt: string; readonly response: string }
  }
}

const browser = await untilEnd(sharedBrowser())
const answer = await askGateway(gateway.baseUrl, { messages })
const { choices, svc } = JSON.parse(answer) as Answer
const disclosure = {
  type: 'countersign-disclosure/1',
  receipt: svc.receipt,
  prompt: { messages, salt: svc.commitment_salts.prompt },
  response: { message: choices[0].message, salt: svc.commitment_salts.response },
}
const link = `/verify/#1.${deflateRawSync(JSON.stringify(disclosure)).toString('base64url')}`

const { page } = await watchPage(browser, phone)
// Each state that the page ever shows is written down.
await page.addInitScript(() => {
  const seen: string[] = []
  Object.assign(window, { seen })
  new MutationObserver(() => {
    const word = document.querySelector('#verdict-word')?.textContent ?? 'none'
    if (seen.at(-1) !== word) seen.push(word)
  }).observe(document, { childList: true, subtree: true, characterData: true })
})

function seenStates(): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

async function expectWord(word: string): Promise<void> {
  await page.locator('#verdict-word', { hasText: new RegExp(`^${word}$`) }).waitFor()
}

test('a link on a phone shows its verdict, and no other before it, on the first screen, with the form folded away', async () => {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/limits', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(gateway.baseUrl + link)
  await page.getByText('This page is asking the gateway for its signing address.').waitFor()
  expect(await page.locator('.verdict, #verdict-word').count()).toBe(0)
  held.resolve()
  await expectWord('Private · promised')
  expect(await seenStates()).toEqual(['none', 'Private · promised'])
  const box = await page.locator('#verdict-word').boundingBox()
  expect(box?.y).toBeLessThan(phone.viewport.height / 2)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await page.locator('#input-text').isVisible()).toBe(false)
  await page.getByText('Check another').click()
  await page.locator('#input-text').waitFor()
  await page.getByText('publishes').waitFor()
  await expectWord('Private · promised')

  // A file that is still being read has no verdict, and neither has the one before it.
  expect(new URL(page.url()).hash).not.toBe('')
  await page.evaluate(() => {
    File.prototype.arrayBuffer = () => new Promise(() => {})
  })
  await page.locator('.input-panel input[type=file]').setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(answer),
  })
  await page.getByText('This page is reading the file.').waitFor()
  expect(await page.locator('#verdict-word').count()).toBe(0)
  // The address would lead back to the other file.
  expect(new URL(page.url()).hash).toBe('')
})

test('after “Check it” the verdict has the focus and stands at the top of the screen, and goes with the first change of the text', async () => {
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.locator('#input-text').fill(answer)
  await page.getByRole('button', { name: 'Check it' }).click()
  await expectWord('Private · promised')
  const top = () => page.locator('.verdict').evaluate((each) => each.getBoundingClientRect().top)
  await expect.poll(top).toBeLessThan(40)
  expect(await top()).toBeGreaterThanOrEqual(0)
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('.verdict'))),
  ).toBe(true)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
  await openForm(page)
  await page.locator('#input-text').press('x')
  await page.locator('.outcome').waitFor({ state: 'detached' })
  expect(await page.locator('#verdict-word').count()).toBe(0)
  const area = page.locator('#input-text')
  expect(await area.isVisible()).toBe(true)

  // What is pasted takes the place of what stood in the field, so that the field is what is judged.
  await area.evaluate((field) => {
    ;(field as HTMLTextAreaElement).setSelectionRange(3, 3)
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'hello')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    // What a browser does next with a paste that nobody prevents.
    document.execCommand('insertText', false, 'hello')
  })
  expect(await area.inputValue()).toBe('hello')
})
