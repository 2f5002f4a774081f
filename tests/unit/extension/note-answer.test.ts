import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { conversationOf } from '../../../extension/background/record/conversation-of.ts'
import type * as Described from '../../../extension/background/record/card-of.ts'
import { cardOf, viewOf } from '../../../extension/background/record/card-of.ts'
import { judgeAnswer } from '../../../extension/background/observe/judge-answer.ts'
import type { JudgedExchange } from '../../../extension/background/record/judged-exchange.ts'
import { keepJudged } from '../../../extension/background/record/keep-judged.ts'
import { placePort } from '../../../extension/background/record/place-port.ts'
import { wipeVault } from '../../../extension/background/record/prune-vault.ts'
import { forgetTab } from '../../../extension/background/tab/tab-store.ts'
import type { FromPlaces, ToPlaces } from '../../../extension/messages/place-messages.ts'
import { stubBackground, type BackgroundInMemory } from '../../support/background-in-memory.ts'
import { signAnswer } from '../../support/sign-answer.ts'

// What an answer costs that is judged, and that toolbar, popup and panel say the same of a tab whatever
// happened, on the background's own code.

vi.mock('../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../support/vault-in-memory.ts')).vaultInMemory(),
}))
vi.mock('../../../extension/settings/stored-settings.ts', async () => {
  const { initialSettings } = await import('../../../extension/settings/settings.ts')
  return { readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin] }) }
})
vi.mock('../../../extension/background/record/card-of.ts', async (load) => {
  const real = await load<typeof Described>()
  return { ...real, cardOf: vi.fn(real.cardOf), viewOf: vi.fn(real.viewOf) }
})

const origin = 'https://chat.example'
const tabs: readonly number[] = [1, 2]
let background: BackgroundInMemory

beforeAll(() => {
  background = stubBackground(new Map(tabs.map((id) => [id, `${origin}/c`])))
})

beforeEach(async () => {
  await wipeVault()
  await Promise.all(tabs.map(forgetTab))
})

afterAll(() => vi.unstubAllGlobals())

const textOf = (index: number) => `Answer ${index} says what it says, in words of its own.`

/** `promise`: of a gateway that the user named. `nobody`: of another one. `failed`: altered on its way. */
async function judgedOf(index: number, how: 'promise' | 'nobody' | 'failed') {
  const message = { role: 'assistant', content: textOf(index) }
  const messages = [{ role: 'user', content: 'What?' }]
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message })
  const shown =
    how === 'failed' ? { ...message, content: 'Other words than were signed.' } : message
  const gateway = 'https://gateway.example'
  const judged = judgeAnswer(
    {
      url: `${gateway}/v1/chat/completions`,
      request: JSON.stringify({ model: 'm', messages }),
      text: JSON.stringify({ model: 'm', choices: [{ index: 0, message: shown }], svc }),
      place: null,
      origin,
      tabId: 1,
      key: `0-${index}`,
    },
    {
      gateways:
        how === 'nobody'
          ? []
          : [{ origin: gateway, signers, pinnedAt: 0, key: null, proposed: null }],
      sites: [origin],
      pairs: [],
      retention: { days: 90, megabytes: 50, words: 'keep' },
      measurements: null,
      development: false,
    },
    null,
  )
  if (judged === null) throw new Error('it carries a receipt')
  return judged
}

/** What a content script tells of its page, one after the other. */
function openPlaces(tabId: number) {
  let hear: (message: unknown) => void = () => {}
  const answers: ToPlaces[] = []
  placePort({
    sender: { origin, tab: { id: tabId }, frameId: 0 },
    postMessage: (message: ToPlaces) => answers.push(message),
    onMessage: { addListener: (listener: typeof hear) => void (hear = listener) },
    onDisconnect: { addListener: () => {} },
  } as unknown as Parameters<typeof placePort>[0])
  let asked = 0
  return async (message: FromPlaces) => {
    hear(message)
    // Questions are answered in their order.
    asked += 1
    hear({ kind: 'look', ref: asked, text: 'No such text.', messageId: null, byWords: true })
    await vi.waitFor(
      () => expect(answers.at(-1)).toEqual({ kind: 'found', ref: asked, card: null }),
      { timeout: 20_000, interval: 1 },
    )
  }
}

const shownAs = (digest: string, text: string): FromPlaces => ({
  kind: 'shown',
  digest,
  text,
  messageId: null,
  found: 'came-here',
  tellsServer: false,
})

test('judging the nth answer describes one answer, and placing it one, whatever n is', async () => {
  const tell = openPlaces(1)
  const turns: string[] = []
  const counts: (readonly [number, number])[] = []
  const described = () => vi.mocked(cardOf).mock.calls.length + vi.mocked(viewOf).mock.calls.length
  for (let index = 0; index < 40; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    const judged = await judgedOf(index, 'promise')
    const { digest } = judged.svc.receipt
    turns.push(digest)
    const before = described()
    // eslint-disable-next-line no-await-in-loop
    await keepJudged(judged)
    const between = described()
    // eslint-disable-next-line no-await-in-loop
    await tell(shownAs(digest, textOf(index)))
    // eslint-disable-next-line no-await-in-loop
    await tell({ kind: 'turns', turns: [...turns], frontend: 'generic', receipts: 'arrive' })
    counts.push([between - before, described() - between])
  }
  expect(new Set(counts.map((each) => each.join()))).toEqual(new Set(['1,1']))
  expect(background.toolbar.get(1)).toBe('○')
})

test('an answer that is described before its place is known is forgotten, and fails, like any other', async () => {
  const digest = async (how: 'promise' | 'failed') => {
    const judged = await judgedOf(0, how)
    await keepJudged(judged)
    return judged.svc.receipt.digest
  }
  const tell = openPlaces(2)
  const stand = (turn: string) =>
    tell({ kind: 'turns', turns: [turn], frontend: 'generic', receipts: 'arrive' })

  const wiped = await digest('promise')
  await tell(shownAs(wiped, textOf(0)))
  await wipeVault()
  await stand(wiped)
  expect(background.toolbar.get(2)).toBe('–')

  await tell({ kind: 'turns', turns: [], frontend: 'generic', receipts: 'arrive' })
  const promise = await judgedOf(1, 'promise')
  await keepJudged(promise)
  await tell(shownAs(promise.svc.receipt.digest, textOf(1)))
  const failed = await judgedOf(2, 'failed')
  await keepJudged({ ...promise, verdict: failed.verdict, key: '0-9' })
  await stand(promise.svc.receipt.digest)
  expect(background.toolbar.get(2)).toBe('✕')
})

type Step =
  | { readonly kind: 'judge'; readonly at: number; readonly tabId: number }
  | {
      readonly kind: 'show'
      readonly at: number
      readonly tabId: number
      readonly isOther: boolean
    }
  | { readonly kind: 'turns'; readonly of: readonly number[]; readonly tabId: number }
  | { readonly kind: 'wipe' }

const at = fc.integer({ min: 0, max: 3 })
const tabId = fc.constantFrom(...tabs)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('judge' as const), at, tabId }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('show' as const), at, tabId, isOther: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('turns' as const), of: fc.uniqueArray(at), tabId }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'wipe' as const }) },
)

test('toolbar and popup say the same of every tab, whatever is judged, shown and forgotten', async () => {
  const [promise, nobody, failed] = await Promise.all([
    judgedOf(0, 'promise'),
    judgedOf(1, 'nobody'),
    judgedOf(2, 'failed'),
  ])
  // The same receipt may come again, and then with other words.
  const again: JudgedExchange = { ...promise, verdict: failed.verdict, key: '0-9' }
  const all = [promise, nobody, failed, again]
  const digestOf = (index: number) => all[index]?.svc.receipt.digest ?? ''
  const tellers = new Map(tabs.map((id) => [id, openPlaces(id)]))

  async function take(happened: Step): Promise<void> {
    if (happened.kind === 'wipe') return void (await wipeVault())
    const tell = tellers.get(happened.tabId)
    switch (happened.kind) {
      case 'judge': {
        const judged = all[happened.at] ?? promise
        return void (await keepJudged({ ...judged, tabId: happened.tabId }))
      }
      case 'show': {
        const text = happened.isOther ? 'Nothing like it.' : textOf(happened.at)
        return tell?.(shownAs(digestOf(happened.at), text))
      }
      case 'turns': {
        const turns = happened.of.map(digestOf)
        return tell?.({ kind: 'turns', turns, frontend: 'generic', receipts: 'arrive' })
      }
    }
  }

  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const happened of steps) {
          // eslint-disable-next-line no-await-in-loop
          await take(happened)
          for (const id of tabs) {
            // eslint-disable-next-line no-await-in-loop
            const { weakest } = await conversationOf(id)
            expect(background.toolbar.get(id) ?? '').toBe(weakest?.said.mark ?? '')
          }
        }
      })
      .beforeEach(async () => {
        await wipeVault()
        await Promise.all(tabs.map(forgetTab))
        for (const id of tabs) (background.toolbar as Map<number, string>).delete(id)
      }),
    { numRuns: 150 },
  )
})
