import { expect, test } from 'vitest'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'
import type { InPage } from '../../../support/chats/places-in-page.ts'
import {
  come,
  found,
  judge,
  ofTheCard,
  openPlaces,
  page,
  questions,
  signed,
} from '../../../support/chats/places-in-page.ts'

openPlaces()

test('a text that stood there when the page was loaded has no good word for its words alone', async () => {
  const stood = 'A text that stood there before anything came.'
  const asked = await page.evaluate((text) => {
    const turn = document.createElement('article')
    turn.textContent = text
    document.querySelector('main')?.append(turn)
    return (globalThis as unknown as InPage).told.filter(({ kind }) => kind === 'look')
  }, stood)
  expect(asked).toEqual([])
  await found(stood, { ...cardOf('not-fully-checked'), found: 'by-words' })
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('where several receipts have the words that stood there, the badge says that', async () => {
  const stood = 'A text that stood there before anything came.'
  await page.evaluate((text) => {
    const turn = document.createElement('article')
    turn.textContent = text
    document.querySelector('main')?.append(turn)
  }, stood)
  await found(stood, 'undecided')
  expect(await badgeNames(page)).toEqual([expect.stringMatching(/^Several receipts\. /)])
  await expect
    .poll(() =>
      page.evaluate(() =>
        (globalThis as unknown as InPage).told.some(
          (message) => message.kind === 'turns' && message.turns.includes('undecided'),
        ),
      ),
    )
    .toBe(true)
})

test('of a text that was written here nothing is asked, but whether an answer came with it', async () => {
  await come('Words of somebody who signs nothing.')
  await come(signed, 2)
  await judge('verified', { id: 2 })
  expect(await questions('Words of somebody who signs nothing.')).toEqual([])
})
