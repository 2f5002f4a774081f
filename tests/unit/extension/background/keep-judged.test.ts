import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fail } from '#shared/checks.ts'
import { decideVerdict } from '#shared/verdict.ts'
import type { JudgedExchange } from '../../../../extension/background/record/judged-exchange.ts'
import { keepJudged } from '../../../../extension/background/record/keep-judged.ts'
import { initialSettings } from '../../../../extension/settings/settings.ts'
import { vault } from '../../../../extension/vault/vault.ts'
import { stubBackground } from '../../../support/in-memory/background-in-memory.ts'
import { digestOf, judgedOf, origin } from '../../../support/in-memory/judged-answers.ts'

// What is kept of an answer, and what becomes of it when its receipt comes again.

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))
const { set } = vi.hoisted(() => ({ set: { words: 'keep' as 'keep' | 'leave-out' } }))
vi.mock('../../../../extension/settings/stored-settings.ts', () => ({
  readSettings: () => {
    const retention = { ...initialSettings.retention, words: set.words }
    return Promise.resolve({ ...initialSettings, sites: [origin], retention })
  },
}))

const asked: string[] = []

beforeAll(() => {
  stubBackground(new Map([[1, `${origin}/c`]]))
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.reject(new TypeError('there is nobody'))
  })
})

beforeEach(async () => {
  set.words = 'keep'
  await vault.wipe()
})

afterAll(() => vi.unstubAllGlobals())

const keptOf = (judged: JudgedExchange) => vault.read(digestOf(judged))

test('a receipt that another site showed before is a replay, and the first one stays as it is', async () => {
  const judged = await judgedOf(0, 'promised')
  await keepJudged(judged)
  const before = await keptOf(judged)
  const copy = { ...judged, origin: 'https://copy.example', tabId: null }
  expect(await keepJudged(copy)).toMatchObject({
    kind: 'refused',
    said: { failed: { id: 'receipt.replayed' } },
  })
  expect(await keptOf(judged)).toEqual(before)
})

test('a receipt that comes again makes nothing better, and tells what is worse', async () => {
  const [judged, { verdict: rejected }] = await Promise.all([
    judgedOf(0, 'promised'),
    judgedOf(1, 'failed'),
  ])
  const through = { kind: 'through', host: 'chat.example' } as const
  const partial = { kind: 'partial', checks: [], missing: ['receipt.model'] } as const
  await keepJudged({ ...judged, verdict: partial, unsigned: ['a'] })
  await keepJudged({ ...judged, path: through, unsigned: ['b'] })
  expect(await keptOf(judged)).toMatchObject({
    verdict: partial,
    path: through,
    unsigned: ['a', 'b'],
  })
  await keepJudged({ ...judged, verdict: rejected })
  await keepJudged(judged)
  expect(await keptOf(judged)).toMatchObject({ verdict: { kind: 'rejected' }, path: through })
})

test('only a text that opens its receipt is the text signed', async () => {
  const signed = async (of: Partial<JudgedExchange>) => {
    const judged = { ...(await judgedOf(0, 'promised')), ...of }
    await keepJudged(judged)
    return (await keptOf(judged))?.signedTexts.length
  }
  const { verdict } = await judgedOf(1, 'failed')
  const partial = { kind: 'partial', checks: [], missing: ['enclave-receipt.present'] } as const
  const sealed = { kind: 'sealed' } as const
  expect(await signed({})).toBeGreaterThan(0)
  expect(await signed({ verdict })).toBe(0)
  expect(await signed({ verdict: partial })).toBe(0)
  // The words of an encrypted answer are no words that its receipt commits to.
  expect(await signed({ path: sealed })).toBeGreaterThan(0)
  const { checks } = (await judgedOf(2, 'promised')).verdict
  expect(await signed({ path: sealed, verdict: { ...partial, checks } })).toBe(0)
})

test('where its user wants no words to be kept, none are', async () => {
  set.words = 'leave-out'
  const judged = await judgedOf(0, 'promised')
  await keepJudged(judged)
  expect((await keptOf(judged))?.words).toBeNull()
  expect(JSON.stringify(await keptOf(judged))).not.toContain(judged.text)
})

test('a gateway is asked for its signer where another one signed, straight from it alone', async () => {
  const judged = await judgedOf(0, 'promised')
  const verdict = decideVerdict([fail('receipt.signer', 'another one')], [])
  await keepJudged(judged)
  await keepJudged({ ...judged, verdict, path: { kind: 'through', host: 'chat.example' } })
  expect(asked).toEqual([])
  await keepJudged({ ...judged, verdict })
  await keepJudged({ ...judged, verdict })
  expect(asked).toEqual(['https://gateway.example/api/limits'])
})
