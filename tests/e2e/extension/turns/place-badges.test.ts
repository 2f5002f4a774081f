import { describe, expect, test } from 'vitest'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'
import type { InPage } from '../../../support/chats/places-in-page.ts'
import {
  answer,
  beingCompared,
  come,
  compared,
  judge,
  ofTheCard,
  openPlaces,
  page,
  refused,
  signed,
  write,
} from '../../../support/chats/places-in-page.ts'

openPlaces()

test('what is not good is said at once', async () => {
  await come()
  await judge('failed')
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('a background that was stopped before it compared is asked again, and not for ever', async () => {
  await come()
  await judge('verified')
  const disconnect = () => page.evaluate(() => (globalThis as unknown as InPage).disconnect())
  await disconnect()
  expect(await compared()).toEqual([signed, signed])
  await disconnect()
  expect(await compared()).toHaveLength(2)
  await expect.poll(() => badgeNames(page)).toEqual([beingCompared])
})

test('what a page writes behind an answer that failed does not take the red badge away', async () => {
  await come()
  await judge('failed')
  await answer('failed', 'same')
  await write(`${signed} [receipt_invalid]`)
  expect(await badgeNames(page)).toEqual([ofTheCard])
  // A late word about the shorter text changes nothing.
  await answer('failed', 'same', (await compared())[0])
  expect(await badgeNames(page)).toEqual([ofTheCard])
  await write('Words of another kind, and nothing of the ones before.')
  expect(await badgeNames(page)).toEqual([])
})

test('a list with numbers keeps its badge while the page goes on drawing it', async () => {
  const steps = ['Open the file.', 'Read what it says.', 'Close it.', 'Ask whoever signed it.']
  const draw = (count: number) =>
    page.evaluate(
      (items) => {
        const list = document.createElement('ol')
        for (const item of items) list.append(Object.assign(document.createElement('li'), item))
        document.querySelector('article')?.replaceChildren(list)
      },
      steps.slice(0, count).map((textContent) => ({ textContent })),
    )
  await come('')
  await draw(3)
  await judge('failed', { text: steps.join(' ') })
  expect(await badgeNames(page)).toEqual([ofTheCard])
  await draw(4)
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('an answer that a page lays out before it shows it has its badge once it is shown', async () => {
  const show = (visibility: string) =>
    page.locator('main').evaluate((list, as) => {
      list.style.visibility = as
    }, visibility)
  await show('hidden')
  await come()
  await judge('failed')
  expect(await page.locator('countersign-badge').count()).toBe(0)
  await show('visible')
  await page.locator('article + countersign-badge').waitFor()
})

test('a refusal that came with no text stands at no place', async () => {
  await page.evaluate((said) => {
    document.querySelector('main')?.append(document.createElement('article'))
    ;(globalThis as unknown as InPage).places.refused({
      kind: 'refused',
      id: 1,
      text: '',
      said,
    })
  }, refused)
  expect(await page.locator('countersign-badge').count()).toBe(0)
})

test('the red badge of an answer without a receipt comes back where the page takes it away', async () => {
  await come()
  await page.evaluate(
    ([text, said]) => {
      ;(globalThis as unknown as InPage).places.refused({
        kind: 'refused',
        id: 1,
        text,
        said,
      })
    },
    [signed, refused] as const,
  )
  const red = [expect.stringMatching(/^Check failed\. Do not rely on this answer/)]
  expect(await badgeNames(page)).toEqual(red)
  await page.evaluate(() => document.querySelector('countersign-badge')?.remove())
  await page.locator('article + countersign-badge').waitFor()
  expect(await badgeNames(page)).toEqual(red)
})

test.each([
  ['at once', 0, 1],
  ['long before', 1_000, 0],
])('a text that the page showed before its coming is told, %s', async (_when, ms, places) => {
  await page.evaluate(() => {
    performance.now = () => 5_000
  })
  const another = 'Words of another answer, by which the page is looked at.'
  await come(another, 2)
  await page.evaluate((words) => {
    const turn = document.createElement('article')
    turn.textContent = words
    document.querySelector('main')?.append(turn)
  }, signed)
  // Each time the page is looked at.
  await judge('failed', { id: 2, text: another })
  await judge('failed', { id: 2, text: another })
  await page.evaluate((later) => {
    performance.now = () => 5_000 + later
    ;(globalThis as unknown as InPage).places.opened(1)
  }, ms)
  await judge('verified', { card: { ...cardOf('verified'), digest: 'cd'.repeat(32) } })
  expect((await compared()).filter((text) => text === signed)).toHaveLength(places)
})

test('an answer that was left while the page was drawing it has its badge below all of it when it is back', async () => {
  const parts = [signed, 'Whoever has it can check it.', 'Nobody else has to be asked for that.']
  const draw = (count: number) =>
    page.evaluate(
      (shown) => {
        const turn = document.createElement('article')
        for (const part of shown) turn.append(Object.assign(document.createElement('p'), part))
        document.querySelector('main')?.replaceChildren(...(shown.length > 0 ? [turn] : []))
      },
      parts.slice(0, count).map((textContent) => ({ textContent })),
    )
  await page.evaluate(() => (globalThis as unknown as InPage).places.opened(1))
  await draw(1)
  await judge('failed', { text: parts.join(' ') })
  await page.locator('p + countersign-badge').waitFor()
  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 10_000
  })
  await draw(0)
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as InPage).told.at(-1)))
    .toMatchObject({ turns: [] })
  await draw(3)
  await page.locator('countersign-badge').waitFor()
  expect(await page.locator('article + countersign-badge').count()).toBe(1)
})

describe('an answer of which another block becomes the longest while the page draws it', () => {
  const fruit = 'Fruit is apples and pears.'
  const more = ['Roots are carrots.', 'Leaves are kale.', 'Pods are peas.', 'Grain is rye.']
  const last = 'Vegetables are potatoes, and an assistant may name many more, such as beans.'
  const drawAnew = (parts: readonly string[]) =>
    page.evaluate((texts) => {
      const made = (name: string, textContent = '') =>
        Object.assign(document.createElement(name), { textContent })
      const [turn, words] = [made('section'), made('article')]
      words.append(...texts.map((text) => made('p', text)))
      turn.append(made('header', 'Assistant, 12:04'), words)
      document.querySelector('main')?.replaceChildren(turn)
    }, parts)
  const drawLast = () =>
    page.evaluate((textContent) => {
      const block = Object.assign(document.createElement('p'), { textContent })
      document.querySelector('p:last-child')?.replaceWith(block)
    }, last)
  const begin = async (parts: readonly string[], begun: string) => {
    await page.evaluate(() => (globalThis as unknown as InPage).places.opened(1))
    await drawAnew([...parts, begun])
    await judge('failed', { text: [...parts, last].join(' ') })
    expect(await page.locator('section + countersign-badge').count()).toBe(1)
  }
  const besideAll = () => page.locator('article + countersign-badge').waitFor()

  test('has its badge beside all of it, where it stood around more', async () => {
    await begin([fruit, ...more], 'Vegetables are potatoes')
    await drawLast()
    await besideAll()
  })

  test('has its badge beside all of it, where the last word was cut when it came', async () => {
    await begin([fruit], 'Vegetables are pot')
    await drawLast()
    await besideAll()
  })

  test('has its badge beside all of it, where all is drawn anew', async () => {
    await begin([fruit, ...more], 'Vegetables are potatoes')
    await drawLast()
    await expect.poll(async () => (await compared()).at(-1)).toContain('beans')
    await drawAnew([fruit, ...more, last])
    await besideAll()
    expect(await badgeNames(page)).toEqual([ofTheCard])
  })
})

describe('a badge that came beside the question, before the page drew the answer', () => {
  const question = 'Say “A receipt says who signed it, and when”, and no more.'
  const draw = (text: string) =>
    page.evaluate((words) => {
      const turn = document.createElement('article')
      document.querySelector('main')?.append(turn)
      turn.textContent = words
    }, text)
  const beside = (text: string) =>
    page.locator('article', { hasText: text }).locator('countersign-badge, + countersign-badge')

  test('moves to the answer', async () => {
    await come(question)
    await judge('failed')
    await expect.poll(() => beside(question).count()).toBe(1)
    await draw(signed)
    await expect.poll(() => beside(signed).count()).toBe(1)
    expect(await badgeNames(page)).toEqual([ofTheCard])
  })

  test('moves to nothing that was drawn after another answer began to come', async () => {
    await come(question)
    await judge('failed')
    await expect.poll(() => beside(question).count()).toBe(1)
    await come(signed, 2)
    const other = 'Other words, which are long enough.'
    await draw(other)
    const card = { ...cardOf('failed'), digest: 'b'.repeat(64) }
    await judge('failed', { id: 2, text: other, card })
    await expect.poll(() => beside(other).count()).toBe(1)
    expect(await beside(signed).count()).toBe(0)
  })
})
