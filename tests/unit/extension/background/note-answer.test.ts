import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { conversationOf } from '../../../../extension/background/record/conversation-of.ts'
import type * as Described from '../../../../extension/background/record/card-of.ts'
import { cardOf, viewOf } from '../../../../extension/background/record/card-of.ts'
import { keepJudged } from '../../../../extension/background/record/keep-judged.ts'
import { noteTab } from '../../../../extension/background/record/note-answer.ts'
import { observePort } from '../../../../extension/background/observe/observe-port.ts'
import { placePort } from '../../../../extension/background/record/place-port.ts'
import { pruneVault, wipeVault } from '../../../../extension/background/record/prune-vault.ts'
import { forgetTab, showQuestions } from '../../../../extension/background/tab/tab-store.ts'
import { vault } from '../../../../extension/vault/vault.ts'
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

// What it costs to judge an answer, and to say it, on the background's own code.

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))
vi.mock('../../../../extension/settings/stored-settings.ts', async () => {
  const { initialSettings } = await import('../../../../extension/settings/settings.ts')
  return { readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin] }) }
})
vi.mock('../../../../extension/background/record/card-of.ts', async (load) => {
  const real = await load<typeof Described>()
  return { ...real, cardOf: vi.fn(real.cardOf), viewOf: vi.fn(real.viewOf) }
})

let background: BackgroundInMemory

beforeAll(() => {
  background = stubBackground(new Map(tabs.map((id) => [id, `${origin}/c`])))
})

beforeEach(async () => {
  await wipeVault()
  await Promise.all(tabs.map(forgetTab))
})

afterAll(() => vi.unstubAllGlobals())

const openPage = (tabId: number) => openPageInMemory({ origin, tabId, connected: placePort })

/** How often an answer was described. */
const described = () => vi.mocked(cardOf).mock.calls.length + vi.mocked(viewOf).mock.calls.length

/** What is said of a tab, on every surface. */
async function saidOf(tabId: number) {
  const { turns, weakest } = await conversationOf(tabId)
  return {
    panel: turns.map(({ answer }) => answer?.card.digest ?? null),
    popup: weakest?.said.mark ?? '',
    toolbar: background.toolbar.get(tabId) ?? '',
  }
}

test('the nth answer is described as often, and stored with as much, as the first', async () => {
  const page = openPage(1)
  const turns: string[] = []
  const counts: (readonly [number, number])[] = []
  const sizes: number[] = []
  for (let index = 0; index < 80; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    const judged = await judgedOf(index, 'promised')
    turns.push(digestOf(judged))
    const before = described()
    const stored = background.written()
    // eslint-disable-next-line no-await-in-loop
    await keepJudged(judged)
    const between = described()
    page.link.shown(shownAs(digestOf(judged), textOf(index)))
    // Of a long conversation the newest are told of.
    page.link.list(listOf(turns.slice(-40)))
    // eslint-disable-next-line no-await-in-loop
    await page.settle()
    counts.push([between - before, described() - between])
    sizes.push(background.written() - stored)
  }
  expect(new Set(counts.map((each) => each.join()))).toEqual(new Set(['1,1']))
  expect(background.toolbar.get(1)).toBe('○')
  // Lists are kept in pieces.
  const most = (from: number, to: number) => Math.max(...sizes.slice(from, to))
  expect(most(48, 80)).toBeLessThan(most(0, 32) * 1.1)
  expect((await saidOf(1)).panel).toEqual(turns.slice(-40))
})

test('one answer is stored twice, when it was judged and when it stands in its place, and its page is looked up as often', async () => {
  const page = openPage(1)
  const turns: string[] = []
  for (let index = 0; index < 5; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    const judged = await judgedOf(index, 'promised')
    turns.push(digestOf(judged))
    const before = background.asked()
    // eslint-disable-next-line no-await-in-loop
    await keepJudged(judged)
    page.link.shown(shownAs(digestOf(judged), textOf(index)))
    page.link.list(listOf([...turns]))
    // eslint-disable-next-line no-await-in-loop
    await page.settle()
    const { writes, tabs: asked } = background.asked()
    expect({ writes: writes - before.writes, asked: asked - before.tabs }).toEqual({
      writes: 2,
      asked: 2,
    })
    // eslint-disable-next-line no-await-in-loop
    expect((await saidOf(1)).panel).toEqual(turns)
  }
})

test('the browser is not asked for the page of a tab whose own document says so, until that is gone', async () => {
  const asked = async (index: number, isOfTab: () => boolean, site = origin) => {
    const before = background.asked().tabs
    const judged = await judgedOf(index, 'promised')
    await keepJudged({ ...judged, origin: site, isOfTab })
    return background.asked().tabs - before
  }
  expect(await asked(0, () => true)).toBe(0)
  expect(background.toolbar.has(1)).toBe(true)
  background.clearToolbar(1)
  expect(await asked(1, () => false)).toBe(1)
  // Another page is there now: what the one before it says is not on the toolbar.
  await forgetTab(1)
  background.clearToolbar(1)
  expect(await asked(2, () => false, 'https://before.example')).toBe(1)
  expect(background.toolbar.has(1)).toBe(false)
})

test('what stands on the toolbar already is not put there again, until a document begins', async () => {
  const page = openPage(1)
  const judged = await judgedOf(0, 'promised')
  await keepJudged(judged)
  const answers = [judged]
  const show = async () => {
    page.link.shown(shownAs(digestOf(judged), textOf(0)))
    page.link.list(listOf(answers.map(digestOf)))
    await page.settle()
  }
  await show()
  expect(background.toolbar.get(1)).toBe('○')
  const before = background.toolbarCalls()
  const next = await judgedOf(1, 'promised')
  answers.push(next)
  await keepJudged(next)
  page.link.shown(shownAs(digestOf(next), textOf(1)))
  await show()
  expect(background.toolbar.get(1)).toBe('○')
  // It says for a moment that the second one is being compared.
  expect(background.toolbarCalls() - before).toBeLessThanOrEqual(6)

  background.clearToolbar(1)
  await noteTab({ tabId: 1, origin }, { kind: 'page', page: 'another' })
  page.link.list(listOf([digestOf(judged)]))
  await page.settle()
  expect(await saidOf(1)).toEqual({ panel: [digestOf(judged)], popup: '⋯', toolbar: '⋯' })
})

test('an answer that is described before its place is known is forgotten, and fails, like any other', async () => {
  const digest = async (how: 'promised' | 'failed') => {
    const judged = await judgedOf(0, how)
    await keepJudged(judged)
    return digestOf(judged)
  }
  const page = openPage(2)
  const stand = (...turns: readonly string[]) => {
    page.link.list(listOf(turns))
    return page.settle()
  }

  const wiped = await digest('promised')
  page.link.shown(shownAs(wiped, textOf(0)))
  await page.settle()
  await wipeVault()
  await stand(wiped)
  expect(background.toolbar.get(2)).toBe('–')

  await stand()
  const promise = await judgedOf(1, 'promised')
  await keepJudged(promise)
  page.link.shown(shownAs(digestOf(promise), textOf(1)))
  await page.settle()
  const failed = await judgedOf(2, 'failed')
  await keepJudged({ ...promise, verdict: failed.verdict, key: '0-9' })
  await stand(digestOf(promise))
  expect(background.toolbar.get(2)).toBe('✕')
})

test('an answer is forgotten once it is older than its user wants, and not before', async () => {
  const days = 30
  const judged = await judgedOf(0, 'promised')
  const since = Date.now()
  onTestFinished(() => void vi.useRealTimers())
  vi.setSystemTime(since)
  await keepJudged(judged)
  const isKept = async (at: number) => {
    vi.setSystemTime(at)
    await pruneVault({ days, megabytes: 50, words: 'keep' })
    return (await vault.read(digestOf(judged))) !== undefined
  }
  const end = since + days * 24 * 3_600_000
  expect([await isKept(end), await isKept(end + 1)]).toEqual([true, false])
})

test('a question that waits stands before every answer of its site but a failure', async () => {
  await keepJudged(await judgedOf(0, 'promised'))
  await showQuestions(new Set([origin]))
  expect(background.toolbar.get(1)).toBe('?')
  await keepJudged(await judgedOf(1, 'failed'))
  expect(background.toolbar.get(1)).toBe('✕')
  await showQuestions(new Set())
})

test('of an answer that came through a site’s own server nothing is known that left, and nothing of the one before it is said', async () => {
  const [direct, through] = await Promise.all([judgedOf(0, 'promised'), judgedOf(1, 'promised')])
  await keepJudged(direct)
  expect((await conversationOf(1)).sent).toContainEqual({ path: 'model', how: 'clear', bytes: 1 })
  await keepJudged({ ...through, sent: null })
  expect((await conversationOf(1)).sent).toBeNull()
})

test('a frame of the same site takes nothing from the page that it is in', async () => {
  const failed = await judgedOf(0, 'failed')
  await keepJudged(failed)
  const begin = (frameId: number, page: string) => {
    const heard: ((message: unknown) => void)[] = []
    const told = Promise.withResolvers<void>()
    observePort({
      sender: { origin, tab: { id: 1 }, frameId },
      postMessage: () => told.resolve(),
      onMessage: { addListener: (listener: (message: unknown) => void) => heard.push(listener) },
      onDisconnect: { addListener: () => {} },
    } as unknown as Parameters<typeof observePort>[0])
    for (const hear of heard) hear({ kind: 'page', page })
    return told.promise
  }
  await begin(7, 'of a frame')
  await noteTab({ tabId: 1, origin }, { kind: 'restarted' })
  expect(background.toolbar.get(1)).toBe('✕')
  // Another page is another one.
  await begin(0, 'another')
  await vi.waitFor(() => expect(background.toolbar.get(1)).toBe(''))
})
