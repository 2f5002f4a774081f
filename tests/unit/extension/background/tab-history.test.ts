import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { conversationOf } from '../../../../extension/background/record/conversation-of.ts'
import type { JudgedExchange } from '../../../../extension/background/record/judged-exchange.ts'
import type { keepJudged } from '../../../../extension/background/record/keep-judged.ts'
import type { noteTab } from '../../../../extension/background/record/note-answer.ts'
import type { placePort } from '../../../../extension/background/record/place-port.ts'
import type { wipeVault } from '../../../../extension/background/record/prune-vault.ts'
import type * as InTurn from '../../../../extension/background/tab/in-turn.ts'
import type { forgetTab } from '../../../../extension/background/tab/tab-store.ts'
import {
  stubBackground,
  type BackgroundInMemory,
} from '../../../support/in-memory/background-in-memory.ts'
import {
  digestOf,
  judgedOf,
  listOf,
  origin,
  shownAs,
  tabs,
  textOf,
} from '../../../support/in-memory/judged-answers.ts'
import { openPageInMemory } from '../../../support/in-memory/page-in-memory.ts'

// Toolbar, popup and panel say the same of a tab whatever happened, on the background's own code.

const { kept, begun } = vi.hoisted(() => ({
  kept: { vault: null as unknown },
  begun: new Set<Promise<unknown>>(),
}))
vi.mock('../../../../extension/background/tab/in-turn.ts', async (load) => {
  const { inTurn } = await load<typeof InTurn>()
  return {
    inTurn(...of: Parameters<typeof inTurn>) {
      const step = inTurn(...of)
      begun.add(step)
      void step.then(
        () => begun.delete(step),
        () => begun.delete(step),
      )
      return step
    },
  }
})
vi.mock('../../../../extension/vault/vault.ts', async () => {
  // It outlives the background.
  kept.vault ??= (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory()
  return { vault: kept.vault }
})
vi.mock('../../../../extension/settings/stored-settings.ts', async () => {
  const { initialSettings } = await import('../../../../extension/settings/settings.ts')
  return { readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin] }) }
})

/** The background from its start to the moment that the browser stops it. */
interface Worker {
  readonly conversationOf: typeof conversationOf
  readonly forgetTab: typeof forgetTab
  readonly keepJudged: typeof keepJudged
  readonly noteTab: typeof noteTab
  readonly placePort: typeof placePort
  readonly wipeVault: typeof wipeVault
}

let background: BackgroundInMemory
let worker: Worker

async function startWorker(): Promise<void> {
  vi.resetModules()
  const parts = await Promise.all([
    import('../../../../extension/background/record/conversation-of.ts'),
    import('../../../../extension/background/record/keep-judged.ts'),
    import('../../../../extension/background/record/note-answer.ts'),
    import('../../../../extension/background/record/place-port.ts'),
    import('../../../../extension/background/record/prune-vault.ts'),
    import('../../../../extension/background/tab/tab-store.ts'),
  ])
  worker = Object.assign({}, ...parts) as Worker
}

beforeAll(async () => {
  background = stubBackground(new Map(tabs.map((id) => [id, `${origin}/c`])))
  await startWorker()
})

beforeEach(async () => {
  await worker.wipeVault()
  await Promise.all(tabs.map(worker.forgetTab))
})

afterAll(() => vi.unstubAllGlobals())

const openPage = (tabId: number) =>
  openPageInMemory({ origin, tabId, connected: (port) => worker.placePort(port) })

/** Nothing of what was begun is left to do. */
const isIdle = () =>
  vi.waitFor(
    () => {
      expect(begun.size).toBe(0)
    },
    { timeout: 20_000, interval: 1 },
  )

/** What is said of a tab, on every surface. */
async function saidOf(tabId: number) {
  const { turns, weakest } = await worker.conversationOf(tabId)
  return {
    panel: turns.map(({ answer }) => answer?.card.digest ?? null),
    popup: weakest?.said.mark ?? '',
    toolbar: background.toolbar.get(tabId) ?? '',
  }
}

test('what the storage of the session has no room for is said all the same, and no half of it is said later', async () => {
  const [promise, failed] = await Promise.all([judgedOf(0, 'promised'), judgedOf(2, 'failed')])
  const tabId = 1
  const stored = () => [...background.session.keys()].filter((key) => key.startsWith('tab-1-'))
  await worker.keepJudged({ ...promise, tabId })
  await isIdle()
  expect(stored()).not.toEqual([])
  background.fillSession(true)
  await worker.keepJudged({ ...failed, tabId })
  await isIdle()
  expect(await saidOf(tabId)).toMatchObject({ popup: '✕', toolbar: '✕' })
  expect(stored()).toEqual([])
  // With room again all of it is stored, and not what changed alone.
  background.fillSession(false)
  await worker.keepJudged({ ...promise, tabId, key: '0-5' })
  await isIdle()
  await startWorker()
  expect((await saidOf(tabId)).popup).toBe('✕')
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
  /** Another document began, or the first one was come back to. */
  | { readonly kind: 'page'; readonly page: string; readonly tabId: number }
  | { readonly kind: 'wipe' }
  /** The browser stopped the background, and started it again. */
  | { readonly kind: 'restart' }
  /** What comes next is not waited for. */
  | { readonly kind: 'hurry' }

const at = fc.integer({ min: 0, max: 3 })
const tabId = fc.constantFrom(...tabs)
const kindOf = <Kind extends string>(kind: Kind) => fc.constant(kind)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kindOf('judge'), at, tabId }) },
  { weight: 5, arbitrary: fc.record({ kind: kindOf('show'), at, tabId, isOther: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: kindOf('turns'), of: fc.array(at, { maxLength: 6 }), tabId }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kindOf('page'), page: fc.constantFrom('one', 'two'), tabId }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('wipe') }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('restart') }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('hurry') }) },
)

/** A page begins while what stood there is noted. */
const begunMeanwhile: Step[] = [
  { kind: 'judge', at: 0, tabId: 2 },
  { kind: 'hurry' },
  { kind: 'turns', of: [0], tabId: 2 },
  { kind: 'page', page: 'one', tabId: 2 },
]

test(
  'toolbar, popup and panel say the same of every tab, whatever is judged, shown, listed, forgotten and restarted',
  { timeout: 120_000 },
  async () => {
    const [promise, nobody, failed] = await Promise.all([
      judgedOf(0, 'promised'),
      judgedOf(1, 'nobody'),
      judgedOf(2, 'failed'),
    ])
    // The same receipt may come again, and then with other words.
    const again: JudgedExchange = { ...promise, verdict: failed.verdict, key: '0-9' }
    const all = [promise, nobody, failed, again]
    const digestAt = (index: number) => digestOf(all[index] ?? promise)
    let pages = new Map<number, ReturnType<typeof openPage>>()
    /** What each page last told of its answers, and of which document. */
    const listed = new Map<number, readonly string[]>()

    async function take(happened: Step): Promise<void> {
      switch (happened.kind) {
        case 'wipe':
          return void (await worker.wipeVault())
        case 'restart':
          for (const page of pages.values()) page.cut()
          await isIdle()
          await startWorker()
          for (const page of pages.values()) page.lose()
          return
        case 'hurry':
          return
        case 'judge': {
          const judged = all[happened.at] ?? promise
          return void (await worker.keepJudged({ ...judged, tabId: happened.tabId }))
        }
        case 'page': {
          const place = { tabId: happened.tabId, origin }
          background.clearToolbar(happened.tabId)
          await worker.noteTab(place, { kind: 'page', page: happened.page })
          // A page that begins tells of its answers.
          return pages.get(happened.tabId)?.link.list(listOf(listed.get(happened.tabId) ?? []))
        }
        case 'show': {
          const text = happened.isOther ? 'Nothing like it.' : textOf(happened.at)
          return pages.get(happened.tabId)?.link.shown(shownAs(digestAt(happened.at), text))
        }
        case 'turns': {
          const turns = happened.of.map(digestAt)
          listed.set(happened.tabId, turns)
          return pages.get(happened.tabId)?.link.list(listOf(turns))
        }
      }
    }

    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          for (const [index, happened] of steps.entries()) {
            // eslint-disable-next-line no-await-in-loop
            await take(happened)
            if (steps[index - 1]?.kind === 'hurry' && index < steps.length - 1) continue
            // eslint-disable-next-line no-await-in-loop
            await Promise.all([...pages.values()].map((page) => page.settle()))
            // eslint-disable-next-line no-await-in-loop
            await isIdle()
            for (const id of tabs) {
              // eslint-disable-next-line no-await-in-loop
              const { panel, popup, toolbar } = await saidOf(id)
              expect(toolbar).toBe(popup)
              expect(panel).toHaveLength(listed.get(id)?.length ?? 0)
              for (const [place, digest] of panel.entries()) {
                if (digest !== null) expect(digest).toBe(listed.get(id)?.[place])
              }
            }
          }
        })
        .beforeEach(async () => {
          await worker.wipeVault()
          await Promise.all(tabs.map(worker.forgetTab))
          for (const id of tabs) background.clearToolbar(id)
          pages = new Map(tabs.map((id) => [id, openPage(id)]))
          listed.clear()
        }),
      { numRuns: 75, examples: [[begunMeanwhile]] },
    )
  },
)
