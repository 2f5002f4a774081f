import { beforeEach, describe, expect, test } from 'vitest'
import { answerStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { plainSaid } from '../../../extension/answer/said.ts'
import { untilEnd } from '../../support/until-end.ts'
import { bundleBadge, cardOf } from '../../support/bundle-badge.ts'
import { checkAxe } from '../../support/check-axe.ts'
import { sharedBrowser } from '../../support/shared-browser.ts'

// Badge and card by themselves, in a page that holds their shadow open, so that they can be looked into.

const browser = await untilEnd(sharedBrowser())
const program = await bundleBadge('make-badge')
const page = await browser.newPage()

// What a page before it did to its own globals is gone.
beforeEach(() => page.goto('about:blank'))

/** Puts one badge between two paragraphs. */
async function draw(content: object, background: string): Promise<void> {
  await page.setContent(
    `<!doctype html><html lang="en"><title>chat</title><body style="background:${background};color:${background === '#fff' ? '#111' : '#eee'}"><main><h1>Chat</h1><p id="before">Before</p><p id="after">After</p></main>`,
  )
  await page.evaluate(program)
  await page.evaluate(
    ([shown]) => {
      const native = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')
      const attach = native?.value as (this: Element, init: ShadowRootInit) => ShadowRoot
      Element.prototype.attachShadow = function open(init) {
        return attach.call(this, { ...init, mode: 'open' })
      }
      const { makeBadge } = (
        globalThis as unknown as {
          badge: {
            readonly makeBadge: (actions: object) => {
              host: HTMLElement
              show(content: object): void
              matchPage(): void
            }
          }
        }
      ).badge
      const made = makeBadge({ open: () => {} })
      document.querySelector('#before')?.after(made.host)
      made.show(shown)
      made.matchPage()
      Object.assign(globalThis, { made })
    },
    [content] as const,
  )
}

const shownOf = (state: AnswerState) => ({ said: cardOf(state), card: cardOf(state) })

describe.each(['#fff', '#16181b'])('on a background of %s', (background) => {
  test.each(answerStates)('%s has nothing that axe finds, closed and open', async (state) => {
    await draw(shownOf(state), background)
    expect(await checkAxe(page)).toEqual([])
    await page.getByRole('button', { name: /^Countersign: / }).click()
    await page.getByRole('dialog').waitFor()
    expect(await checkAxe(page)).toEqual([])
  })
})

test('no state moves what stands below it, and neither does the card', async () => {
  await draw({ said: plainSaid.writing, card: null }, '#fff')
  const below = () => page.locator('#after').evaluate((turn) => turn.getBoundingClientRect().top)
  const before = await below()
  for (const state of answerStates) {
    await page.evaluate(
      ([content]) => {
        ;(globalThis as unknown as { made: { show(content: object): void } }).made.show(content)
      },
      [shownOf(state)] as const,
    )
    expect(await below(), state).toBe(before)
  }
  await page.getByRole('button', { name: /^Countersign: / }).click()
  expect(await below()).toBe(before)
})

test('the keyboard opens the card, walks through it, and Escape leads back', async () => {
  await draw(shownOf('verified'), '#fff')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Tab')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent))
    .toBe('Export receipt')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const focused = await page.evaluate(() =>
    document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'),
  )
  expect(focused).toContain('Countersign: A label of it')
})

test('markup in what is said is text, and a side that cannot be disclosed says why', async () => {
  await draw(shownOf('verified'), '#fff')
  await page.getByRole('button', { name: /^Countersign: / }).click()
  await page.getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await page.locator('countersign-badge img').count()).toBe(0)
  await page.getByText('More', { exact: true }).click()
  const prompt = page.getByRole('button', { name: 'Disclose the prompt only' })
  expect(await prompt.getAttribute('aria-disabled')).toBe('true')
  expect(await prompt.getAttribute('title')).toBe('It is not known here.')
})

test('one action is the main one, one checks, and the rest is under “More”', async () => {
  await draw(shownOf('verified'), '#fff')
  await page.getByRole('button', { name: /^Countersign: / }).click()
  const names = () => page.locator('.card :is(button, a, summary):visible').allInnerTexts()
  expect(await names()).toEqual(['Export receipt', 'Read it as it was signed', 'Check', 'More'])
  await page.getByText('More', { exact: true }).click()
  expect(await names()).toEqual([
    'Export receipt',
    'Read it as it was signed',
    'Check',
    'More',
    'Copy as evidence',
    'Copy share link',
    'Disclose the answer only',
    'Disclose the prompt only',
    'Everything about it',
  ])
  expect(await checkAxe(page)).toEqual([])
})

test.each([
  ['oklch(0.2 0.02 260)', true],
  ['oklch(0.97 0.01 90)', false],
  ['oklab(0.25 0 0 / 0.9)', true],
  ['lab(95% 0 0)', false],
  ['color(display-p3 0.1 0.1 0.12)', true],
  ['color-mix(in oklch, white 90%, black)', false],
  ['hsl(220deg 15% 12%)', true],
  // Almost nothing of it covers what is behind: the page's own white.
  ['oklch(0.2 0 0 / 0.2)', false],
])('on a background of %s the badge is as dark as the page: %s', async (background, isDark) => {
  await draw(shownOf('verified'), background)
  const all = page.locator('countersign-badge .all')
  expect(await all.evaluate((each) => each.classList.contains('dark'))).toBe(isDark)
})
