import { expect, inject, test } from 'vitest'
import { answerStates } from '#shared/judge/state/answer-state.ts'
import { lookOf } from '#shared/judge/state/look-of.ts'
import { untilEnd } from '../support/until-end.ts'
import { answersByState, type AnswerOfState } from '../support/receipts/answers-by-state.ts'
import {
  messages,
  testLimits,
  testReferenceValues,
  testRoot,
} from '../support/enclave/make-enclave-answer.ts'
import { checkAxe } from '../support/browser/check-axe.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { nameSigner } from '../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../support/verify-page/paste-into-verify.ts'
import { plantRoot } from '../support/enclave/planted-root.ts'
import { runVerify } from '../support/receipts/run-verify.ts'
import { watchPage } from '../support/browser/watch-page.ts'

// One answer is said to be the same on every surface. The root of the test stands in the place of Intel's.

/** All of them: tests/unit/judge/state/answers-by-state.test.ts. */
const samples = ['verified', 'failed', 'no-receipt'] as const

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const page = (await watchPage(browser)).page

await page.route('**/assets/*.js', async (route) => {
  const url = route.request().url()
  const body = plantRoot(await (await fetch(url)).text(), testRoot)
  return route.fulfill({ body, contentType: 'text/javascript' })
})
await page.route('**/api/limits', (route) => route.fulfill({ json: testLimits }))
await page.goto(`${gateway.baseUrl}/verify`)
await page.getByText('publishes').waitFor()
await nameSigner(page, testLimits.seal_signer)
await page.getByText('You typed 0x').waitFor()

/** `/verify` with all that the reader of this answer holds. */
async function verifyInPage(held: AnswerOfState): Promise<void> {
  await pasteIntoVerify(page, '')
  await page.getByText('There is nothing in it').waitFor()
  await pasteIntoVerify(page, held.answer)
  await page.locator('.verdict').waitFor()
  if (held.state === 'no-receipt') return
  if (held.messages === 'given') await page.locator('#prompt-value').fill(JSON.stringify(messages))
  if (held.evidence === null) return
  await page.getByText('Open evidence.json').waitFor()
  await page.getByText('Which software you accept in the enclave').click()
  await page.getByLabel('Reference values').fill(JSON.stringify(testReferenceValues))
  await page.getByLabel('Open evidence.json').setInputFiles({
    name: 'evidence.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(held.evidence)),
  })
  await page.locator('.chain-link').first().waitFor()
}

/** What stands in the verdict of the page. */
async function readVerdict() {
  const verdict = page.locator('.verdict')
  const word = page.locator('#verdict-word')
  await verdict.waitFor()
  return {
    mark: await word.locator('xpath=preceding-sibling::*').innerText(),
    tone: /tone-(\w+)/.exec((await verdict.getAttribute('class')) ?? '')?.[1],
    sentence: await verdict.locator('.verdict-sentence').innerText(),
    lines: await verdict.locator('.circumstances li').allInnerTexts(),
    open: await verdict.locator('.not-established li').allInnerTexts(),
  }
}

/** A verdict in every tone. All else of a page with one: tests/e2e/pages.test.ts. */
async function checkColours(): Promise<void> {
  const tones = [...new Set(answerStates.map((state) => lookOf(state).tone))]
  await page.locator('.verdict').evaluate((verdict, names) => {
    // Headline, sentence and one line of each list: the others have their colours.
    for (const line of verdict.querySelectorAll('li:not(:first-child)')) line.remove()
    for (const name of names) {
      const copy = verdict.cloneNode(true) as Element
      copy.setAttribute('class', `verdict tone-${name}`)
      verdict.before(copy)
    }
  }, tones)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await checkAxe(page, ['color-contrast'], ':has(> .verdict)')
    expect(found, colorScheme).toEqual([])
  }
}

const ofSamples = samples.flatMap(
  (state) => answersByState.find((each) => each.state === state) ?? [],
)

test.each(ofSamples)('$name: $state, on /verify in the words of the command line', async (held) => {
  const [, command] = await Promise.all([verifyInPage(held), runVerify(held)])
  await expect.poll(() => page.locator('#verdict-word').innerText()).toBe(held.label)
  const { sentence, lines, open, mark, tone } = await readVerdict()
  const look = lookOf(held.state)
  expect([mark, tone]).toEqual([look.mark, look.tone])
  expect(command.stdout).toContain(`${look.mark} ${held.label}`)
  if (held.state === 'no-receipt') return
  expect(open.length).toBeGreaterThan(0)
  const printed = command.stdout.split('\n')
  expect(printed).toEqual(expect.arrayContaining([sentence, ...lines]))
  const ofThisPage = 'Whose address this is: you typed the address.'
  const everywhere = open.filter((line) => line !== ofThisPage)
  expect(printed).toEqual(expect.arrayContaining(everywhere.map((line) => `- ${line}`)))
  if (held.state === 'failed') await checkColours()
})

test('with --development a simulation that was altered does not end with 0', async () => {
  const altered = answersByState.find(({ name }) => name === 'a simulation that is altered')
  if (!altered) throw new Error('the table has it')
  expect((await runVerify(altered, '--development')).code).toBe(1)
})
