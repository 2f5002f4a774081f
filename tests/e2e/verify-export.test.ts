import { openVerify } from '../support/open-verify.ts'
import { readFileSync } from 'node:fs'
import { expect, inject, test, vi } from 'vitest'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import type { VaultFile } from '#shared/document/vault-file.ts'
import { untilEnd } from '../support/until-end.ts'
import { checkScreens } from '../support/check-screens.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { nameSigner } from '../support/name-signer.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { startObservedSite } from '../support/start-observed-site.ts'
import { patient } from '../support/patient.ts'

// From a real answer, by the real extension, to the page of the gateway that signed it.

const gateway = inject('demo')
/** The demo’s answer to it does not repeat it. */
const question = 'What does a receipt prove? Nobody else is to know that I ask.'

const observed = await untilEnd(startObservedSite({ running: gateway }))
const browser = await untilEnd(sharedBrowser())
const chat = await observed.openPage()
await ask(question)
/** The export of one answer, as the extension writes it. */
const exported = await exportAll()
const watched = await openVerify(browser, gateway.baseUrl)

/** Asks in the chat page; done when the extension has judged what came. */
async function ask(content: string, model = 'svc-chat'): Promise<void> {
  const before = (await observed.newest())?.card.digest
  await observed.ask(chat, model, false, { messages: [{ role: 'user', content }] })
  const isNew = async () => (await observed.newest())?.card.digest !== before
  await vi.waitUntil(isNew, patient)
}

async function exportAll(): Promise<string> {
  return (await observed.ui({ kind: 'export-all' })).text
}

function onlyAnswer(): FiledAnswer {
  const [answer] = (JSON.parse(exported) as VaultFile).answers
  if (!answer) throw new Error('the export holds one answer')
  return answer
}

/** What is read next is of the file that is given next. */
async function give(text: string): Promise<void> {
  await pasteIntoVerify(watched.page, '')
  await watched.page.getByText('There is nothing in it').waitFor()
  await pasteIntoVerify(watched.page, text)
}

async function expectVerdict(word: string, part: string): Promise<void> {
  const { page } = watched
  await page.locator('.verdict', { hasText: part }).waitFor()
  expect(await page.locator('#verdict-word').innerText()).toBe(word)
}

const check = (claim: string) =>
  watched.page.locator('.checks li', { hasText: claim }).locator('.status').innerText()

const rows = () => watched.page.locator('.answers button')

test('what the extension exports is judged as the gateway’s own words about that exchange', async () => {
  await give(exported)
  await expectVerdict('Private · promised', `${new URL(gateway.baseUrl).host} signed an answer of`)
  await expectVerdict('Private · promised', 'exactly this question and this answer')
  await expectVerdict('Private · promised', 'This is an answer out of an export of the extension.')
  await expectVerdict(
    'Private · promised',
    'nobody signed the site, the time of arrival, or the label beside the answer',
  )
  const shown = await watched.page.locator('.exchange').allInnerTexts()
  expect(shown.join()).toContain(question)
  expect(shown.join()).toContain((onlyAnswer().message as { content: string }).content)
  expect(await rows().count()).toBe(0)
})

test('a word that was changed in the export fails the check of its side, and no other', async () => {
  await give(exported.replaceAll(question, 'Something else.'))
  await expectVerdict('Check failed', 'The receipt is for other messages than these.')
  expect(await check('The receipt is for other messages')).toBe('Fail')
  expect(await check('The receipt was not altered')).toBe('Pass')
  await give(exported.replace('"content": "[demo', '"content": "[Demo'))
  await expectVerdict('Check failed', 'The receipt is for another answer than this one.')
  expect(await check('The receipt is for another answer')).toBe('Fail')
  await give(exported.replace('"mode": "private"', '"mode": "anonymized"'))
  await expectVerdict('Check failed', 'The receipt was altered after it was signed.')
})

test('without a signer that the reader names, an export proves nothing', async () => {
  const { page } = watched
  await nameSigner(page, 'not a gateway')
  await give(exported)
  await expectVerdict('Private · unknown signer', 'you have no reason to trust')
  await nameSigner(page, gateway.baseUrl)
  await expectVerdict('Private · promised', 'signed an answer of')
})

test.each(['prompt', 'response'] as const)(
  'the disclosure of the %s that the extension makes is judged with that side alone',
  async (side) => {
    const { text } = await observed.ui({
      kind: 'disclose',
      digest: onlyAnswer().receipt.digest,
      side,
    })
    await give(text)
    await expectVerdict('Private · promised', 'This is a disclosure.')
    await expectVerdict(
      'Private · promised',
      side === 'prompt'
        ? 'This file holds the question, not the answer.'
        : 'This file holds the answer, not the question.',
    )
    expect(await watched.page.locator('.exchange').count()).toBe(1)
  },
)

test('a disclosure of the answer out of the export holds that side alone', async () => {
  const { page } = watched
  await give(exported)
  await expectVerdict('Private · promised', 'an answer out of an export')
  await page.getByRole('checkbox', { name: 'What was answered' }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save disclosure.json' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  const { salts } = onlyAnswer()
  expect(file).toContain(salts.response)
  expect(file).not.toContain(salts.prompt)
  expect(Object.keys(JSON.parse(file) as object)).toEqual(
    expect.arrayContaining(['type', 'receipt', 'response']),
  )
  expect(file).not.toContain(question)
  await give(file)
  await expectVerdict('Private · promised', 'This is a disclosure.')
})

test('of several answers each is judged by itself when it is chosen, and the file never is', async () => {
  const { page } = watched
  await ask('How high is Ben Nevis?')
  const text = await exportAll()
  await give(text.replaceAll(question, 'Something else.'))
  await page.getByRole('heading', { name: 'An export with 2 answers' }).waitFor()
  expect(await page.locator('.verdict').count()).toBe(0)
  expect(await page.locator('main').innerText()).not.toContain('Private · promised')
  expect(await rows().first().innerText()).toContain(observed.siteUrl)

  await rows().first().focus()
  await page.keyboard.press('Enter')
  await expectVerdict('Private · promised', 'exactly this question and this answer')
  expect(await page.locator('.exchange').first().innerText()).toContain('Ben Nevis')
  await page.getByRole('button', { name: 'Back to the 2 answers' }).click()
  expect(
    await rows()
      .first()
      .evaluate((row) => row === document.activeElement),
  ).toBe(true)

  await rows().last().click()
  await expectVerdict('Check failed', 'The receipt is for other messages than these.')
})

test('of an encrypted answer the export proves what was encrypted, and says that it is no more', async () => {
  const { page } = watched
  await observed.ui({ kind: 'wipe' })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  // A page that has not heard of it yet is kept from asking in clear.
  await chat.reload()
  await ask(question, 'svc-assist-mini')
  await observed.setPair({ takeover: 'off' })
  await chat.reload()
  await give(await exportAll())
  await expectVerdict('Simulated enclave', 'as “Simulated enclave”')
  await page.getByLabel('Accept simulated enclaves').check()
  await expectVerdict('Simulated enclave', 'Accepted, as a simulation.')
  await expectVerdict(
    'Simulated enclave',
    'What the words were: the receipt is for the encrypted words.',
  )
  expect((await page.locator('.exchange').allInnerTexts()).join()).not.toContain(question)
  await page.getByLabel('Accept simulated enclaves').uncheck()
  await expectVerdict('Simulated enclave', 'Not accepted.')
})

test('words that the extension did not keep are opened with the salt in the export', async () => {
  const { page } = watched
  await observed.ui({ kind: 'wipe' })
  const retention = { days: 90, megabytes: 50, words: 'leave-out' } as const
  await observed.ui({ kind: 'set-retention', retention })
  await ask(question)
  await give(await exportAll())
  await expectVerdict('Private · promised', 'This file holds the receipt alone.')
  expect(await page.locator('#prompt-salt').count()).toBe(0)
  await page.locator('#prompt-value').fill(question)
  await expectVerdict('Private · promised', 'This file holds the question, not the answer.')
  await page.locator('#prompt-value').fill(JSON.stringify([{ role: 'user', content: 'Else' }]))
  await expectVerdict('Check failed', 'The receipt is for other messages than these.')
})

test('a list fits 320 px and wide screens, and axe finds nothing', async () => {
  const { page } = watched
  const file = JSON.parse(exported) as VaultFile
  const answers = Array.from({ length: 6 }, () => onlyAnswer())
  await pasteIntoVerify(page, JSON.stringify({ ...file, answers }))
  await page.locator('.answers').waitFor()
  await checkScreens(page, 'the list')
})

test('nobody but the gateway was asked, and nothing complained', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
