import type { AnswerState } from '#shared/judge/state/answer-state.ts'
import { claims } from '#shared/claims.ts'
import { describeRefused } from '#shared/judge/words/describe-refused.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { plainSaid } from '../../../extension/answer/said.ts'
import type { AnswerCard } from '../../../extension/answer/answer-card.ts'
import type { Places } from '../../../extension/content/turns/place-badges.ts'
import type { ToBridge } from '../../../extension/messages/bridge-messages.ts'
import type { FromPlaces, ToPlaces } from '../../../extension/messages/place-messages.ts'
import { bundleBadge, cardOf } from '../extension/bundle-badge.ts'
import { sharedBrowser, type SharedBrowser } from '../browser/shared-browser.ts'

// The placing of badges by itself, with a background that the test speaks for: what is said at which moment.

/** What the test finds in its page. */
export interface InPage {
  readonly places: Places
  readonly told: FromPlaces[]
  readonly reply: (message: ToPlaces) => void
  readonly disconnect: () => void
}

type Judged = Extract<ToBridge, { kind: 'judged' }>

let browser: SharedBrowser
let program: string
export let page: Page

export const refused = describeRefused(
  { id: 'enclave-receipt.present', reason: 'no receipt came with the answer' },
  { signer: 'gateway.example', claimOf: (id) => claims[id] },
)

export const signed = 'A receipt says who signed it, and when, and for which words.'

/** For each test of a file: an empty page, with the badges' part in it. */
export function openPlaces(): void {
  beforeAll(async () => {
    browser = await sharedBrowser()
    program = await bundleBadge('place-badges')
    page = await browser.newPage()
  })

  afterAll(() => browser.close())

  beforeEach(async () => {
    await page.goto('about:blank')
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
  })
}

/** A response begins to come, and the page shows it. */
export async function come(text = signed, id = 1): Promise<void> {
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

export async function judge(state: AnswerState, of: Partial<Judged> = {}): Promise<void> {
  const card: AnswerCard = { ...cardOf(state), shown: 'not-placed', ...of.card }
  await page.evaluate((judged) => (globalThis as unknown as InPage).places.judged(judged), {
    kind: 'judged',
    id: 1,
    text: signed,
    drawn: [],
    place: null,
    ...of,
    card,
  } as const)
}

/** The texts that the background was asked to compare. */
export const compared = () =>
  page.evaluate(() =>
    (globalThis as unknown as InPage).told.flatMap((message) =>
      message.kind === 'shown' ? [message.text] : [],
    ),
  )

/** The background's word on the newest text that it was asked about. */
export async function answer(
  state: AnswerState,
  shown: 'same' | 'differs' | 'other',
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

/** The numbers of the messages that asked for a text, and its place in each. */
export const questions = (text: string) =>
  page.evaluate(
    (words) =>
      (globalThis as unknown as InPage).told.flatMap((message) => {
        if (message.kind !== 'look') return []
        const at = message.texts.findIndex((each) => each.text === words)
        return at < 0 ? [] : [{ ref: message.ref, at }]
      }),
    text,
  )

/** The background's answer to the newest question for a text. */
export async function found(text: string, card: AnswerCard | 'undecided' | null): Promise<void> {
  await expect.poll(async () => (await questions(text)).length).toBeGreaterThan(0)
  const { ref, at } = (await questions(text)).at(-1) ?? { ref: 0, at: 0 }
  const cards = [...Array<null>(at).fill(null), card]
  await page.evaluate(
    ([asked, answered]) => {
      ;(globalThis as unknown as InPage).reply({ kind: 'found', ref: asked, cards: answered })
    },
    [ref, cards] as const,
  )
}

export const write = (text: string) =>
  page.locator('article').evaluate((turn, words) => {
    turn.textContent = words
  }, text)

/** What the test's cards say. */
export const ofTheCard = expect.stringMatching(/^A label of it/)
export const beingCompared = expect.stringMatching(/^Being compared/)
