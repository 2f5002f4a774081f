import { openVerify } from '../support/open-verify.ts'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { nameSigner } from '../support/name-signer.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }
import receipts from '../vectors/receipt.countersign.json' with { type: 'json' }
import { threeOf } from '../support/three-of.ts'

/** Of the states that vectors have, in the mode of the receipt. */
function labelOf(state: string, mode: string): string {
  const strength = strengths[state]
  return strength === undefined ? (alone[state] ?? '') : `${modeLabels[mode]} · ${strength}`
}

const alone: Readonly<Record<string, string>> = {
  failed: 'Check failed',
  'no-receipt': 'No receipt',
  simulated: 'Simulated enclave',
}
const strengths: Readonly<Record<string, string>> = {
  'gateways-claim': 'gateway’s claim',
  promised: 'promised',
}
const modeLabels: Readonly<Record<string, string>> = {
  anonymized: 'Anonymized',
  private: 'Private',
  tee: 'Attested enclave',
  e2ee: 'Encrypted to enclave',
}

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const watched = await openVerify(browser, gateway.baseUrl)

/** Names the signers by the text of their `/api/limits`, then gives the file, and reads the word. */
async function judgeInPage(file: unknown, limits: unknown): Promise<string> {
  const { page } = watched
  await nameSigner(page, JSON.stringify(limits))
  await page.locator('.signer-panel', { hasText: 'You typed 0x' }).waitFor()
  await clear()
  await pasteIntoVerify(page, JSON.stringify(file))
  await page.locator('.verdict:not(:has-text("There is nothing in it"))').waitFor()
  return page.locator('#verdict-word').innerText()
}

/** So that what is read next is of the file that is given next. */
async function clear(): Promise<void> {
  await pasteIntoVerify(watched.page, '')
  await watched.page.getByText('There is nothing in it').waitFor()
}

/** Ids of the checks that are drawn with a status, in the order of the list. */
async function shownAs(status: 'fail' | 'skip'): Promise<readonly string[]> {
  const marks = watched.page.locator(`.checks .status-${status}`)
  return marks.evaluateAll((found) =>
    found.map((mark) => mark.closest('li')?.querySelector('dd > code')?.textContent ?? ''),
  )
}

test('receipts of the vectors get the state that the vectors say', async () => {
  await watched.page.clock.setFixedTime(receipts.judged_at)
  for (const { name, receipt, limits, failed, state } of threeOf(receipts.cases)) {
    const word = await judgeInPage(receipt, limits)
    expect(word, name).toBe(labelOf(state, receipt.body.mode))
    expect(await shownAs('fail'), name).toEqual(failed ?? [])
  }
})

test('answers of the vectors get the state that the vectors say', async () => {
  for (const { name, svc, message, messages, failed, skipped, state } of threeOf(answers.cases)) {
    const file = message === undefined ? { svc } : { choices: [{ message }], svc }
    const before = await judgeInPage(file, answers.limits)
    const failsAlone = failed.filter((id) => id !== 'commitment.prompt')
    expect(before, name).toBe(failsAlone.length > 0 ? 'Check failed' : 'Private · promised')
    expect(await shownAs('fail'), name).toEqual(failsAlone)
    if (messages === undefined) continue
    await watched.page.locator('#prompt-value').fill(JSON.stringify(messages))
    await expect
      .poll(() => watched.page.locator('#verdict-word').innerText(), { message: name })
      .toBe(labelOf(state, svc.receipt.body.mode))
    expect(await shownAs('fail'), name).toEqual(failed)
    expect(await shownAs('skip'), name).toEqual(skipped)
  }
})

test('a file opened from the disk is judged, also with a byte order mark', async () => {
  const [good] = receipts.cases
  await judgeInPage({}, good?.limits)
  await clear()
  for (const start of ['', '\ufeff']) {
    await watched.page.locator('input[type=file]').setInputFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(start + JSON.stringify(good?.receipt)),
    })
    await expect
      .poll(() => watched.page.locator('#verdict-word').innerText())
      .toBe('Anonymized · promised')
    await clear()
  }
})

test('a file that is dropped is judged', async () => {
  const [good] = receipts.cases
  await judgeInPage({}, good?.limits)
  await watched.page.locator('.input-panel').evaluate((panel, text) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], 'receipt.json'))
    panel.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, JSON.stringify(good?.receipt))
  await expect
    .poll(() => watched.page.locator('#verdict-word').innerText())
    .toBe('Anonymized · promised')
})

test('nothing complained, and nobody else was asked', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
