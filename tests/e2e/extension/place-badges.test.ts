import type { AnswerState } from '#shared/state/answer-state.ts'
import { claims } from '#shared/claims.ts'
import { describeRefused } from '#shared/state/describe-refused.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { plainSaid } from '../../../extension/answer/said.ts'
import type { AnswerCard } from '../../../extension/answer/answer-card.ts'
import type { Places } from '../../../extension/badge/place-badges.ts'
import type { ToBridge } from '../../../extension/messages/bridge-messages.ts'
import type { FromPlaces, ToPlaces } from '../../../extension/messages/place-messages.ts'
import { badgeNames } from '../../support/badge-names.ts'
import { bundleBadge, cardOf } from '../../support/bundle-badge.ts'
import { openBrowser } from '../../support/open-browser.ts'

// The placing of badges by itself, with a background that the test speaks for: what is said at which moment.

/** What the test finds in its page. */
interface InPage {
  readonly places: Places
  readonly told: FromPlaces[]
  readonly reply: (message: ToPlaces) => void
  readonly disconnect: () => void
}

type Question = Extract<FromPlaces, { kind: 'look' | 'compare' }>
type Judged = Extract<ToBridge, { kind: 'judged' }>

let browser: Browser
let program: string
let page: Page

const refused = describeRefused(
  { id: 'enclave-receipt.present', reason: 'no receipt came with it' },
  { signer: 'gateway.example', claimOf: (id) => claims[id] },
)

const signed = 'A receipt says who signed it, and when, and for which words.'

beforeAll(async () => {
  browser = await openBrowser()
  program = await bundleBadge('place-badges')
})

afterAll(() => browser.close())

beforeEach(async () => {
  page = await browser.newPage()
  await page.setContent('<!doctype html><title>chat</title><main></main>')
  await page.evaluate(() => {
    const told: unknown[] = []
    let heard: ((message: unknown) => void)[] = []
    let gone: (() => void)[] = []
    const connect = () => ({
      onMessage: { addListener: (hear: (message: unknown) => void) => heard.push(hear) },
      onDisconnect: { addListener: (hear: () => void) => gone.push(hear) },
      postMessage: (message: unknown) => told.push(message),
    })
    Object.assign(globalThis, {
      chrome: { runtime: { id: 'an extension', connect } },
      told,
      reply(message: unknown) {
        for (const hear of heard) hear(message)
      },
      disconnect() {
        const hearers = gone
        heard = []
        gone = []
        for (const hear of hearers) hear()
      },
    })
  })
  await page.evaluate(program)
  await page.evaluate((words) => {
    const { placeBadges } = (
      globalThis as unknown as {
        badge: { placeBadges: (page: Document, words: object) => unknown }
      }
    ).badge
    Object.assign(globalThis, { places: placeBadges(document, words) })
  }, plainSaid)
  return () => page.close()
})

/** A response begins to come, and the page shows it. */
async function come(text = signed, id = 1): Promise<void> {
  await page.evaluate(
    ([words, number]) => {
      ;(globalThis as unknown as InPage).places.opened(number)
      const turn = document.createElement('article')
      document.querySelector('main')?.append(turn)
      turn.textContent = words
    },
    [text, id] as const,
  )
}

async function judge(state: AnswerState, of: Partial<Judged> = {}): Promise<void> {
  const card: AnswerCard = { ...cardOf(state), shown: 'not-placed', ...of.card }
  await page.evaluate((judged) => (globalThis as unknown as InPage).places.judged(judged), {
    kind: 'judged',
    id: 1,
    text: signed,
    place: null,
    ...of,
    card,
  } as const)
}

/** What comes from now on did not come in the same moment as what stands there. */
const waitWithoutTime = () =>
  page.evaluate(() => {
    const now = performance.now()
    performance.now = () => now + 60_000
  })

/** The texts that the background was asked to compare. */
const compared = () =>
  page.evaluate(() =>
    (globalThis as unknown as InPage).told.flatMap((message) =>
      message.kind === 'shown' ? [message.text] : [],
    ),
  )

/** The background's word on the newest text that it was asked about. */
async function answer(
  state: AnswerState,
  shown: 'same' | 'unsure' | 'other',
  text?: string,
): Promise<void> {
  const about = text ?? (await compared()).at(-1) ?? ''
  await page.evaluate(
    ([card, words]) => {
      ;(globalThis as unknown as InPage).reply({ kind: 'card', card, text: words })
    },
    [{ ...cardOf(state), shown }, about] as const,
  )
}

/** The questions for a text that came so far. */
const questions = (text: string) =>
  page.evaluate(
    (words) =>
      (globalThis as unknown as InPage).told.filter(
        (message) =>
          (message.kind === 'look' || message.kind === 'compare') && message.text === words,
      ),
    text,
  ) as Promise<readonly Question[]>

/** The background's answer to the newest question for a text. */
async function found(text: string, card: AnswerCard | 'undecided' | null): Promise<void> {
  await expect.poll(async () => (await questions(text)).length).toBeGreaterThan(0)
  const { ref } = (await questions(text)).at(-1) ?? { ref: 0 }
  await page.evaluate(
    ([asked, answered]) => {
      ;(globalThis as unknown as InPage).reply({ kind: 'found', ref: asked, card: answered })
    },
    [ref, card] as const,
  )
}

const write = (text: string) =>
  page.locator('article').evaluate((turn, words) => {
    turn.textContent = words
  }, text)

/** What the test's cards say. */
const ofTheCard = expect.stringMatching(/^A label of it/)
const beingCompared = expect.stringMatching(/^Being compared/)

test('nothing good is said before the words on screen were compared', async () => {
  await come()
  await judge('proven')
  expect(await badgeNames(page)).toEqual([beingCompared])
  await answer('proven', 'same')
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('what is not good is said at once', async () => {
  await come()
  await judge('failed')
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('an answer about words that are no longer there makes nothing good', async () => {
  await come()
  await judge('proven')
  const [first] = await compared()
  await write(`${signed} More.`)
  await expect.poll(async () => (await compared()).length).toBe(2)
  await answer('proven', 'same', first)
  expect((await badgeNames(page)).filter((name) => !name.startsWith('Being compared'))).toEqual([])
})

test('a background that was stopped before it compared is asked again, and not for ever', async () => {
  await come()
  await judge('proven')
  const disconnect = () => page.evaluate(() => (globalThis as unknown as InPage).disconnect())
  await disconnect()
  expect(await compared()).toEqual([signed, signed])
  await disconnect()
  expect(await compared()).toHaveLength(2)
  expect(await badgeNames(page)).toEqual([beingCompared])
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

test('what a page writes behind a good answer takes its badge away at once', async () => {
  await come()
  await judge('proven')
  await answer('proven', 'same')
  await write(`${signed} And this, which nobody signed.`)
  expect(await badgeNames(page)).toEqual([])
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
  const red = [expect.stringMatching(/^Failed\. Do not rely on it/)]
  expect(await badgeNames(page)).toEqual(red)
  await page.evaluate(() => document.querySelector('countersign-badge')?.remove())
  await page.locator('article + countersign-badge').waitFor()
  expect(await badgeNames(page)).toEqual(red)
})

test('a text that is drawn in another way, which is a signed one too, has the badge again', async () => {
  await come()
  await judge('proven')
  await answer('proven', 'same')
  const other = `1. ${signed}`
  await write(other)
  expect(await badgeNames(page)).toEqual([])
  await found(other, { ...cardOf('proven'), shown: 'same' })
  expect(await badgeNames(page)).toEqual([ofTheCard])
})

test('a text that stood beside it once, and was not the signed one, does not get it back', async () => {
  await come()
  await judge('proven')
  await answer('proven', 'same')
  const other = `${signed} And this, which nobody signed.`
  await write(other)
  await found(other, { ...cardOf('not-all-checked'), shown: 'unsure' })
  expect(await badgeNames(page)).toEqual([])
})

test('a text that no answer was kept for is asked for again when one comes, and when one came meanwhile', async () => {
  const other = 'A text that stood there before anything came.'
  await page.evaluate((text) => {
    const turn = document.createElement('article')
    turn.textContent = text
    document.querySelector('main')?.append(turn)
  }, other)
  await found(other, null)
  await waitWithoutTime()
  await come()
  await judge('proven')
  expect(await questions(other)).toHaveLength(2)
  await judge('proven')
  await found(other, null)
  expect(await questions(other)).toHaveLength(3)
  const card = { ...cardOf('not-all-checked'), digest: 'cd'.repeat(32), found: 'by-words' } as const
  await found(other, card)
  await expect.poll(() => badgeNames(page)).toContainEqual(ofTheCard)
})

test('a text that stood there when the page was loaded has no good word for its words alone', async () => {
  const stood = 'A text that stood there before anything came.'
  await page.evaluate((text) => {
    const turn = document.createElement('article')
    turn.textContent = text
    document.querySelector('main')?.append(turn)
  }, stood)
  expect(await questions(stood)).toEqual([])
  await found(stood, { ...cardOf('not-all-checked'), found: 'by-words' })
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
  await judge('proven', { id: 2 })
  expect(await questions('Words of somebody who signs nothing.')).toEqual([])
})
