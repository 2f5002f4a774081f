import { describeOperator } from '#shared/limits-statement/describe-operator.ts'
import { beforeEach, expect, test } from 'vitest'
import { answerStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { plainSaid } from '../../../../extension/answer/said.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { bundleBadge, cardOf } from '../../../support/extension/bundle-badge.ts'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import { sharedBrowser } from '../../../support/browser/shared-browser.ts'

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
            readonly makeBadge: (open: () => void) => {
              host: HTMLElement
              show(content: object): void
              matchPage(): void
            }
          }
        }
      ).badge
      const made = makeBadge(() => {})
      document.querySelector('#before')?.after(made.host)
      made.show(shown)
      made.matchPage()
      Object.assign(globalThis, { made })
    },
    [content] as const,
  )
}

const show = (content: object) =>
  page.evaluate(
    ([shown]) =>
      (globalThis as unknown as { made: { show(content: object): void } }).made.show(shown),
    [content] as const,
  )

const shownOf = (state: AnswerState) => ({ said: cardOf(state), card: cardOf(state) })

/** One of each tone. */
const drawn = [
  'failed',
  'no-receipt',
  'unknown-signer',
  'simulated',
  'promised',
  'verified',
] as const

test.each(['#fff', '#16181b'])(
  'on a background of %s every tone of an open card can be read',
  async (background) => {
    await draw(shownOf('failed'), background)
    await page.getByRole('button', { name: /^Countersign: / }).click()
    for (const state of drawn) {
      await show(shownOf(state))
      await page.getByRole('dialog').waitFor()
      expect(await checkAxe(page, ['color-contrast']), state).toEqual([])
    }
  },
)

test('no state moves what stands below it, and neither does the card', async () => {
  await draw({ said: plainSaid.writing, card: null }, '#fff')
  const below = () => page.locator('#after').evaluate((turn) => turn.getBoundingClientRect().top)
  const before = await below()
  for (const state of answerStates) {
    await show(shownOf(state))
    expect(await below(), state).toBe(before)
  }
  await page.getByRole('button', { name: /^Countersign: / }).click()
  expect(await below()).toBe(before)
})

test('the badge has the type of the text that it stands below, in a size that can be read and fits', async () => {
  await draw(shownOf('promised'), '#fff')
  const words = page.locator('countersign-badge .words')
  for (const [family, size, drawnAs] of [
    ['Georgia, serif', '17px', '17px'],
    ['monospace', '3px', '12px'],
    ['monospace', '90px', '20px'],
  ] as const) {
    await page.evaluate(
      ([fontFamily, fontSize]) => {
        const before = document.querySelector<HTMLElement>('#before')
        Object.assign(before?.style ?? {}, { fontFamily, fontSize })
        ;(globalThis as unknown as { made: { matchPage(): void } }).made.matchPage()
      },
      [family, size] as const,
    )
    const drawn = await words.evaluate((each) => {
      const { fontFamily, fontSize } = getComputedStyle(each)
      return [fontFamily, fontSize]
    })
    expect(drawn).toEqual([family, drawnAs])
  }
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
  await page.getByText('Details', { exact: true }).click()
  const prompt = page.getByRole('button', { name: 'Disclose the question only' })
  expect(await prompt.getAttribute('aria-disabled')).toBe('true')
  expect(await prompt.getAttribute('title')).toBe('It is not known here.')
})

test('one action is the main one, one checks, one reads, and the rest is under “Details”', async () => {
  await draw(shownOf('verified'), '#fff')
  await page.getByRole('button', { name: /^Countersign: / }).click()
  const names = () => page.locator('.card :is(button, a, summary):visible').allInnerTexts()
  expect(await names()).toEqual(['Export receipt', 'Check', 'Read it as signed', 'Details'])
  await page.getByText('Details', { exact: true }).click()
  expect(await names()).toEqual([
    'Export receipt',
    'Check',
    'Read it as signed',
    'Details',
    'Copy as evidence',
    'Copy share link',
    'Disclose the answer only',
    'Disclose the question only',
    'All about this answer',
  ])
  expect(await checkAxe(page)).toEqual([])
})

test('of what is less urgent all but three lines of what is not proven are under “Details” alone', async () => {
  const notEstablished = ['One thing.', 'Two things.', 'Three things.', 'Four things.']
  const operator = describeOperator({ name: 'Example Ltd', url: null, contact: null })
  const card = { ...cardOf('verified'), notEstablished, operator }
  await draw({ said: card, card }, '#fff')
  await page.getByRole('button', { name: /^Countersign: / }).click()
  const lines = () => page.locator('.card li:visible').allInnerTexts()
  expect(await lines()).toEqual(notEstablished.slice(0, 3))
  const others = [
    'Run by Example Ltd. The operator says so. Nobody checked it.',
    'Not covered by the signature: id.',
  ].map((text) => page.getByText(text))
  for (const line of others) expect(await line.isVisible()).toBe(false)
  await page.getByText('Details', { exact: true }).click()
  expect(await lines()).toContain('Four things.')
  for (const line of others) expect(await line.isVisible()).toBe(true)
})

test('on the screen of a phone the card is whole, and so is the badge', async () => {
  const [width, height] = [360, 740]
  await page.setViewportSize({ width, height })
  const said = 'A sentence of the length that it has about most answers, and then some more of it. '
  const card = {
    ...cardOf('gateways-claim'),
    label: 'Attested enclave · gateway’s claim',
    sentence: said.repeat(4),
    notEstablished: Array.from({ length: 6 }, () => said),
  }
  await draw({ said: card, card }, '#fff')
  const words = page.locator('countersign-badge .words')
  expect(await words.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  await page.getByRole('button', { name: /^Countersign: / }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.evaluate((each) => each.scrollHeight <= each.clientHeight)).toBe(true)
  const box = await dialog.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width)
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height)
  await page.setViewportSize({ width: 1280, height: 720 })
})

test('the badge is as dark as the page, however that writes its colour', async () => {
  await draw(shownOf('verified'), '#fff')
  const all = page.locator('countersign-badge .all')
  for (const [background, isDark] of [
    ['oklch(0.2 0.02 260)', true],
    ['oklch(0.97 0.01 90)', false],
    ['oklab(0.25 0 0 / 0.9)', true],
    ['lab(95% 0 0)', false],
    ['color(display-p3 0.1 0.1 0.12)', true],
    ['color-mix(in oklch, white 90%, black)', false],
    ['hsl(220deg 15% 12%)', true],
    // Almost nothing of it covers what is behind: the page's own white.
    ['oklch(0.2 0 0 / 0.2)', false],
  ] as const) {
    await page.evaluate((colour) => {
      document.body.style.background = colour
      ;(globalThis as unknown as { made: { matchPage(): void } }).made.matchPage()
    }, background)
    expect(await all.evaluate((each) => each.classList.contains('dark')), background).toBe(isDark)
  }
})
