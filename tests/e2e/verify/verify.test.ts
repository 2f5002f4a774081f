import { askGateway } from '../../support/requests/ask-gateway.ts'
import { openVerify } from '../../support/verify-page/open-verify.ts'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { nameSigner } from '../../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'

const gateway = inject('demo')
const messages = [{ role: 'user', content: 'What does a receipt prove?' }]

const browser = await untilEnd(sharedBrowser())
const watched = await openVerify(browser, gateway.baseUrl)

const ask = (more: object = {}) => askGateway(gateway.baseUrl, { messages, ...more })

async function expectVerdict(word: string, part: string): Promise<void> {
  await expect.poll(() => watched.page.locator('#verdict-word').innerText()).toBe(word)
  await expect.poll(() => watched.page.locator('.verdict').innerText()).toContain(part)
}

function check(claim: string) {
  return watched.page.locator('.checks li', { hasText: claim }).locator('.status')
}

test('an answer alone is a promise for what it holds, and its question can be added', async () => {
  const { page } = watched
  await pasteIntoVerify(page, await ask())
  await expectVerdict('Private · promised', 'This file holds the answer, not the question.')
  expect(await check('This is what was asked').innerText()).toBe('Not checked')
  expect(await check('This is what was answered').innerText()).toBe('Pass')
  await page.locator('#prompt-value').fill(JSON.stringify(messages))
  await expectVerdict('Private · promised', 'exactly this question and this answer')
  await page.locator('#prompt-value').fill('What does a receipt prove?')
  await expectVerdict('Private · promised', new URL(gateway.baseUrl).host)
  await page.locator('#prompt-value').fill(JSON.stringify([{ role: 'user', content: 'Else' }]))
  await expectVerdict('Check failed', 'The receipt is for other messages than these.')
  expect(await check('The receipt is for other messages than these').innerText()).toBe('Fail')
  // Words that were typed from memory fail nothing.
  await page.locator('#prompt-value').fill('Something else')
  await expectVerdict('Private · promised', 'This file holds the answer, not the question.')
  expect(await page.locator('.checks').first().innerText()).toContain(
    'These words are not the whole question',
  )
})

test('a receipt for another model than the request names is not fully checked, in the file or pasted', async () => {
  const { page } = watched
  const response = JSON.parse(await ask()) as object
  const other = { model: 'another-model', messages }
  const open = 'whether the signed model is the one that was asked was not checked'
  await pasteIntoVerify(page, JSON.stringify({ request: other, response }))
  await expectVerdict('Private · not fully checked', open)
  // What would allow the check is a line of its own, and no column of single words.
  const { width = 0 } = (await page.locator('.verdict dd').boundingBox()) ?? {}
  expect(width).toBeGreaterThan(200)
  await page.locator('#prompt-value').fill(JSON.stringify({ model: 'svc-chat', messages }))
  await expectVerdict('Private · promised', 'exactly this question and this answer')
})

test('a receipt alone is judged against the gateway, and not against its own words', async () => {
  const { svc } = JSON.parse(await ask()) as { svc: { receipt: { signer: string } } }
  await pasteIntoVerify(watched.page, JSON.stringify(svc.receipt))
  await expectVerdict('Private · promised', 'This file holds the receipt alone.')
  await nameSigner(watched.page, `0x${'12'.repeat(20)}`)
  await expectVerdict('Check failed', 'The address you typed did not sign this receipt')
  await expectVerdict('Check failed', 'signer in use: 0x12121212…1212.')
  await nameSigner(watched.page, 'not a gateway at all')
  await expectVerdict('Private · unknown signer', 'you have no reason to trust')
  await nameSigner(watched.page, gateway.baseUrl)
  await expectVerdict('Private · promised', 'signed an answer of svc-chat as “Private”')
})

test('words that are pasted without their salt are said to be not compared', async () => {
  const { page } = watched
  const { svc } = JSON.parse(await ask()) as {
    svc: { receipt: object; commitment_salts: { response: string } }
  }
  await pasteIntoVerify(page, JSON.stringify(svc.receipt))
  await expectVerdict('Private · promised', 'This file holds the receipt alone.')
  const other = { role: 'assistant', content: 'A text that was never answered' }
  await page.locator('#response-value').fill(JSON.stringify(other))
  const panel = page.locator('.opening-panel', { has: page.locator('#response-value') })
  const line = 'The answer: the words that you pasted could not be compared'
  await page.locator('#response-salt').fill('zz')
  await expectVerdict('Private · promised', line)
  await expect.poll(() => panel.innerText()).toContain('Not compared')
  await page.locator('#response-salt').fill(svc.commitment_salts.response)
  await expectVerdict('Check failed', 'The receipt is for another answer than this one.')
  expect(await panel.innerText()).not.toContain('Not compared')
})

test('parts of an answer that were forged stand named as signed by nobody, and a second choice too', async () => {
  const { page } = watched
  const answer = JSON.parse(await ask({ model: 'default' })) as {
    choices: { index: number; message: object; finish_reason: string }[]
    svc: object
  }
  const [first] = answer.choices
  const forged = {
    ...answer,
    model: 'a much better model',
    choices: [
      { ...first, finish_reason: 'forged' },
      { index: 1, message: { role: 'assistant', content: 'Forged.' } },
    ],
    svc: {
      ...answer.svc,
      content_policy: 'uncensored',
      resolved_via_trait: 'best',
      why: { code: 'forged', message: 'Forged.' },
    },
  }
  await pasteIntoVerify(page, JSON.stringify(forged))
  await page.locator('#prompt-value').fill(JSON.stringify(messages))
  await expectVerdict('Private · promised', 'The answer has more than one choice')
  const technical = page.locator('details.technical p')
  expect(await technical.isVisible()).toBe(false)
  await page.getByText('Not covered by the signature: technical fields (show them)').click()
  const line = await technical.innerText()
  for (const member of [
    'model',
    'choices[0].finish_reason',
    'choices[1]',
    'svc.content_policy',
    'svc.why',
    'svc.resolved_via_trait',
  ]) {
    expect(line).toContain(member)
  }
  expect(await page.locator('.exchange').allInnerTexts()).not.toContain('Forged.')
})

test('nobody else was asked for anything, and the policy of the page was never broken', () => {
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
  expect(watched.complaints()).toEqual([])
})
