import { openVerify } from '../../support/verify-page/open-verify.ts'
import { expect, inject, test, vi } from 'vitest'
import type { FiledAnswer } from '#shared/document/filed-answer.ts'
import type { VaultFile } from '#shared/document/vault-file.ts'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { startObservedSite } from '../../support/extension/start-observed-site.ts'
import { patient } from '../../support/patient.ts'

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
  expect(await watched.page.locator('.answers').count()).toBe(0)
})

test('the disclosure of an answer that the extension makes is judged with that side alone', async () => {
  const { digest } = onlyAnswer().receipt
  const { text } = await observed.ui({ kind: 'disclose', digest, side: 'response' })
  await give(text)
  await expectVerdict('Private · promised', 'This is a disclosure.')
  await expectVerdict('Private · promised', 'This file holds the answer, not the question.')
  expect(await watched.page.locator('.exchange').count()).toBe(1)
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

test('nobody but the gateway was asked, and nothing complained', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
