import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { checkAxe } from '../support/check-axe.ts'
import { nameSigner } from '../support/name-signer.ts'
import { openVerifyPage } from '../support/open-verify-page.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { watchPage } from '../support/watch-page.ts'
import answers from '../vectors/answer.countersign.json' with { type: 'json' }

// Lines of JSON that hold several answers, made of the vectors.

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
  expect(await checkAxe(page)).toEqual([])

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
  await pasteIntoVerify(page, lines(...Array.from({ length: 120 }, () => logged(message))))
  await page.getByRole('heading', { name: 'A file with 120 answers' }).waitFor()
  await expect.poll(() => rows().count()).toBe(50)
  await page.getByRole('button', { name: 'Show more: 70 are not shown' }).click()
  await expect.poll(() => rows().count()).toBe(100)
})

test('the page saved to a disk lists them, too, and follows the signer that its reader names', async () => {
  const offline = await watchPage(browser)
  const { page } = offline
  await page.context().setOffline(true)
  await page.goto(pathToFileURL('dist/web/offline/countersign-verify.html').href)
  await pasteIntoVerify(page, lines(logged(message), logged(message)))
  const labels = page.locator('.answers .look-label')
  await expect
    .poll(() => labels.allInnerTexts())
    .toEqual(['Private · unknown signer', 'Private · unknown signer'])
  await nameSigner(page, answers.limits.seal_signer)
  await expect
    .poll(() => labels.allInnerTexts())
    .toEqual(['Private · promised', 'Private · promised'])
  expect(offline.complaints()).toEqual([])
  expect(offline.otherOrigins('file://')).toEqual([])
})

test('nothing was run, asked or complained of', () => {
  expect(watched.complaints()).toEqual([])
  expect(watched.otherOrigins(gateway.baseUrl)).toEqual([])
})
