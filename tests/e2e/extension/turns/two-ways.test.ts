import { beforeEach, expect, test } from 'vitest'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { cardFor } from '../../../support/in-memory/badge-events-of.ts'
import type { InPage } from '../../../support/chats/places-in-page.ts'
import {
  judge,
  ofTheCard,
  openPlaces,
  page,
  signed,
} from '../../../support/chats/places-in-page.ts'

// An answer comes from the gateway, and again from the page's own server, which draws it and brings no receipt.

openPlaces()

beforeEach(async () => {
  // `setContent` would take the page's listeners away.
  await page.evaluate(() => (document.body.innerHTML = '<div id="chat-container"></div>'))
  await look()
})

/** Has the page looked at: an answer comes that it shows nowhere. */
const look = () =>
  judge('failed', { id: 9, text: 'Other words, of no turn.', card: cardFor(9, 'failed') })

/** The turns of answers stand there, and have no words. */
async function wait(...names: readonly string[]): Promise<void> {
  await page.evaluate((all) => {
    const turns = all.map(
      (name) =>
        `<div id="message-${name}"><div class="chat-assistant"><div id="response-content-container"></div></div></div>`,
    )
    document.querySelector('#chat-container')?.insertAdjacentHTML('beforeend', turns.join(''))
  }, names)
  await look()
}

const begin = (id: number, place: string | null = null) =>
  page.evaluate(([number, name]) => (globalThis as unknown as InPage).places.opened(number, name), [
    id,
    place,
  ] as const)

/** From the gateway. */
async function comeFirst(): Promise<void> {
  await begin(1)
  await judge('failed')
}

/** The second way begins, and only then the page draws words. */
async function comeAgain(name: string): Promise<void> {
  await begin(2, name)
  await draw(name, signed)
  await page.evaluate(() => (globalThis as unknown as InPage).places.nothing(2))
}

const draw = (name: string, html: string) =>
  page.locator(`#message-${name} #response-content-container`).evaluate((part, drawn) => {
    part.innerHTML = drawn
  }, html)

/** What the background was told last of the turns that show words. */
const listed = () =>
  page.evaluate(() =>
    (globalThis as unknown as InPage).told
      .flatMap((message) => (message.kind === 'turns' ? [message.turns] : []))
      .at(-1),
  )

test('an answer that the page draws as its own server tells it has its badge', async () => {
  await wait('a1')
  await comeFirst()
  await comeAgain('a1')
  await expect.poll(() => badgeNames(page)).toEqual([ofTheCard])
})

test('so has one before which the page says that it thinks', async () => {
  await wait('a1')
  await begin(1)
  await draw('a1', '<details><summary>Thinking of what that may mean</summary></details>')
  await judge('failed')
  await begin(2, 'a1')
  const thought = '<details><summary>Thought</summary></details>'
  await draw('a1', thought)
  await draw('a1', thought + signed)
  await expect.poll(() => badgeNames(page)).toEqual([ofTheCard])
})

test.each(['a1', 'a2'])(
  'where two messages wait for their words, an answer that is told again of %s has no badge',
  async (name) => {
    await wait('a1', 'a2')
    await comeFirst()
    await comeAgain(name)
    await expect.poll(listed).toEqual([null])
    expect(await badgeNames(page)).toEqual([])
  },
)

test.each(['a1', 'a2'])(
  'nor has one whose words the page draws in %s before it is told of them again',
  async (name) => {
    await wait('a1', 'a2')
    await comeFirst()
    await draw(name, signed)
    await comeAgain(name)
    await expect.poll(listed).toEqual([null])
    expect(await badgeNames(page)).toEqual([])
  },
)

test('a message without words that stood there before a person asked again waits for none', async () => {
  await wait('a1')
  await page.mouse.click(1, 1)
  await wait('a2')
  await comeFirst()
  await draw('a2', signed)
  await expect.poll(() => badgeNames(page)).toEqual([ofTheCard])
})

test('an answer that came before there was a message for it has no badge there', async () => {
  await comeFirst()
  await wait('a1')
  await comeAgain('a1')
  await expect.poll(listed).toEqual([null])
  expect(await badgeNames(page)).toEqual([])
})
