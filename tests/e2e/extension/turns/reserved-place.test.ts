import { expect, test } from 'vitest'
import { accessibleNodes } from '../../../support/browser/accessible-nodes.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'
import {
  answer,
  judge,
  ofTheCard,
  openPlaces,
  page,
  type InPage,
} from '../../../support/chats/places-in-page.ts'

openPlaces()

const [first, second] = ['The words of the first answer.', 'Other words, which came after those.']
const digest = 'cd'.repeat(32)
/** From a change of the page to the look at it. */
const lookMs = 100

/** Draws an answer as BetterChatGPT does. @returns where a badge stands, in the frame that draws the answer */
const draw = (text: string) =>
  page.evaluate(async (words) => {
    const turn = document.createElement('div')
    turn.className = 'group w-full border-b'
    turn.innerHTML = '<div class="share-gpt-message"></div><div>Copy</div>'
    ;(turn.firstElementChild ?? turn).textContent = words
    document.querySelector('main')?.append(turn)
    await new Promise(requestAnimationFrame)
    return turn.querySelector('countersign-badge')?.getBoundingClientRect().toJSON() as unknown
  }, text)

const tell = (what: 'coming' | 'opened' | 'nothing', id = 2) =>
  page.evaluate(([kind, of]) => (globalThis as unknown as InPage).places[kind](of), [
    what,
    id,
  ] as const)

const badges = () => page.locator('countersign-badge').count()

/** The page has an answer with its badge. */
async function answered(): Promise<void> {
  await tell('opened', 1)
  expect(await draw(first)).toBeUndefined()
  await judge('promised', { text: first })
  await answer('promised', 'same')
  expect(await badgeNames(page)).toEqual([ofTheCard])
}

/** Notes what is written into the badges that are made from here on: a text or an element has to be laid out. */
const watchWriting = () =>
  page.evaluate(() => {
    const plain = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow')
    const attachShadow = plain?.value as (this: Element, init: ShadowRootInit) => ShadowRoot
    const written: string[] = []
    Element.prototype.attachShadow = function watched(init) {
      const root = attachShadow.call(this, init)
      const all = { subtree: true, childList: true, characterData: true, attributes: true }
      new MutationObserver((records) =>
        written.push(...records.map(({ type, attributeName }) => attributeName ?? type)),
      ).observe(root, all)
      return root
    }
    Object.assign(globalThis, { written })
  })

/** What was written since the last call. */
const written = () =>
  page.evaluate(() => {
    const all = (globalThis as unknown as { written: string[] }).written
    return all.splice(0).toSorted()
  })

/** Buttons that a screen reader finds. */
const buttons = async () =>
  (await accessibleNodes(page)).filter(({ role }) => role === 'button').length

test('the place of a badge comes with the answer, and the verdict moves nothing and writes no words', async () => {
  await answered()
  await watchWriting()
  await tell('coming')
  await tell('opened')
  const place = await draw(second)
  expect(place).toMatchObject({ width: expect.any(Number) as number })
  // A look that says that the comparison takes long would write: the one that is due passes, and no other comes.
  await page.evaluate(async (longer) => {
    await new Promise((passed) => setTimeout(passed, longer))
    Object.assign(globalThis, { setTimeout: () => 0 })
  }, 2 * lookMs)
  await judge('promised', { id: 2, text: second, card: { ...cardOf('promised'), digest } })
  expect(await badgeNames(page)).toHaveLength(1)
  expect(await written()).toContain('childList')
  await page.evaluate(
    ([card, text]) => (globalThis as unknown as InPage).reply({ kind: 'card', card, text }),
    [{ ...cardOf('promised'), shown: 'same', digest }, second] as const,
  )
  expect(await badgeNames(page)).toEqual([ofTheCard, ofTheCard])
  expect(await written()).toEqual(['aria-label', 'class'])
  const now = await page.evaluate(
    () =>
      [...document.querySelectorAll('countersign-badge')]
        .at(-1)
        ?.getBoundingClientRect()
        .toJSON() as unknown,
  )
  expect(now).toEqual(place)
})

test('a place says nothing, however the page draws it', async () => {
  await answered()
  await page.addStyleTag({ content: '*, countersign-badge { visibility: visible !important }' })
  await tell('coming')
  const clip = (await draw(second)) as { x: number; y: number; width: number; height: number }
  expect(await buttons()).toBe(1)
  const empty = await page.screenshot({ clip })
  await page
    .locator('countersign-badge')
    .last()
    .evaluate((host) =>
      host.replaceWith(
        Object.assign(document.createElement('p'), {
          style: `margin: 6px 0; height: ${host.clientHeight}px`,
        }),
      ),
    )
  expect(await page.screenshot({ clip })).toEqual(empty)
})

test('the place goes when the answer brought no receipt', async () => {
  await answered()
  await tell('coming')
  await draw(second)
  await tell('opened')
  expect(await badges()).toBe(2)
  await tell('nothing')
  expect(await badges()).toBe(1)
})

test('where no answer had a badge yet, no place comes with an answer', async () => {
  await tell('coming')
  expect(await draw(first)).toBeUndefined()
})
