import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answerUi } from '../../../../extension/background/own-pages/answer-ui.ts'
import { keepJudged } from '../../../../extension/background/record/keep-judged.ts'
import { stubBackground } from '../../../support/in-memory/background-in-memory.ts'
import { digestOf, judgedOf, origin } from '../../../support/in-memory/judged-answers.ts'

// What the background answers to whom. Keys and salts stay in it.

const gateway = 'https://gateway.example'
const key = 'sk-csn-of-its-user'

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))
vi.mock('../../../../extension/settings/stored-settings.ts', async () => {
  const { initialSettings } = await import('../../../../extension/settings/settings.ts')
  const signers = { current: { address: `0x${'11'.repeat(20)}` }, retired: [] }
  const named = () => [{ origin: gateway, signers, pinnedAt: 0, key, proposed: null }]
  return {
    readSettings: () => Promise.resolve({ ...initialSettings, sites: [origin], gateways: named() }),
  }
})

const own = 'chrome-extension://own/'
const limits = { seal_signer: `0x${'22'.repeat(20)}` }
/** Addresses that were asked for something. */
const asked: string[] = []

beforeAll(() => {
  stubBackground(new Map(), { runtime: { id: 'own', getURL: (path: string) => own + path } })
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json(limits))
  })
})

afterAll(() => vi.unstubAllGlobals())

const ask = (request: object, sender: object = { id: 'own', url: `${own}options.html` }) =>
  answerUi(request, sender as Parameters<typeof answerUi>[1])

test.each([
  ['a page that runs its content script', { id: 'own', url: `${origin}/c` }],
  ['a page whose address only looks like its own', { id: 'own', url: 'chrome-extension://ow/' }],
  ['nobody', { id: 'own' }],
  ['another extension', { id: 'other', url: `${own}options.html` }],
])('%s is told nothing', async (_name, sender) => {
  expect(await ask({ kind: 'read-settings' }, sender)).toBeNull()
})

test('what is no request is refused in a sentence', async () => {
  expect(await ask({ kind: 'read-answer', digest: 'not one' })).toHaveProperty('error')
})

test('its own pages are told whether there is a key, and not the key', async () => {
  const settings = await ask({ kind: 'read-settings' })
  expect(settings).toMatchObject({ gateways: [{ origin: gateway, hasKey: true }] })
  expect(JSON.stringify(settings)).not.toContain(key)
})

test('of an answer its own pages are told everything but its salts', async () => {
  const judged = await judgedOf(0, 'promised')
  await keepJudged(judged)
  const answer = await ask({ kind: 'read-answer', digest: digestOf(judged) })
  expect(answer).toMatchObject({ verdict: { kind: 'verified' }, origin })
  const { prompt, response } = judged.svc.commitment_salts
  for (const salt of [prompt, response]) expect(JSON.stringify(answer)).not.toContain(salt)
})

test('a disclosure has the salt of its own side, and not the other one', async () => {
  const judged = await judgedOf(1, 'promised')
  await keepJudged(judged)
  const { prompt, response } = judged.svc.commitment_salts
  const disclosed = async (side: 'prompt' | 'response') => {
    const { text } = (await ask({ kind: 'disclose', digest: digestOf(judged), side })) as {
      readonly text: string
    }
    return [text.includes(prompt), text.includes(response)]
  }
  expect(await disclosed('prompt')).toEqual([true, false])
  expect(await disclosed('response')).toEqual([false, true])
})

test('an answer that is kept no longer cannot be disclosed, and the user is told why', async () => {
  expect(await ask({ kind: 'disclose', digest: '00'.repeat(32), side: 'prompt' })).toEqual({
    error: 'This browser does not keep this answer.',
  })
})

test('a gateway that the user did not name is asked for no key, and what it says is no alarm', async () => {
  const error = 'You have not named this gateway.'
  expect(await ask({ kind: 'make-key', origin: 'https://other.example' })).toEqual({ error })
  expect(asked).toEqual([])
  // As where it is removed while it is asked.
  expect(await ask({ kind: 'check-gateway', origin: 'https://other.example' })).toEqual({ error })
  expect(asked).toEqual(['https://other.example/api/limits'])
})
