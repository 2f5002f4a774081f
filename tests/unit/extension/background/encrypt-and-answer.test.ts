import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  encryptAndAnswer,
  type RequestToEncrypt,
} from '../../../../extension/background/encrypt/encrypt-and-answer.ts'
import { encryptPort } from '../../../../extension/background/encrypt/encrypt-port.ts'
import { conversationOf } from '../../../../extension/background/record/conversation-of.ts'
import { forgetTab } from '../../../../extension/background/tab/tab-store.ts'
import { initialSettings, type Pair } from '../../../../extension/settings/settings.ts'
import { stubBackground } from '../../../support/in-memory/background-in-memory.ts'
import { origin } from '../../../support/in-memory/judged-answers.ts'
import { patient } from '../../../support/patient.ts'

// Whose requests are encrypted, and what becomes of one that cannot be. What can be is tested in e2e/extension/takeover.test.ts and beside it.

vi.mock('../../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../../support/in-memory/vault-in-memory.ts')).vaultInMemory(),
}))
vi.mock('../../../../extension/settings/stored-settings.ts', () => ({
  readSettings: () => {
    const signers = { current: { address: `0x${'11'.repeat(20)}` }, retired: [] }
    const named = [gateway, 'https://second.example'].map((origin) => {
      return { origin, signers, pinnedAt: 0, key: null, proposed: null }
    })
    const pair = (site: string, takeover: Pair['takeover']): Pair => {
      return { site, gateway, takeover, key: 'mine', tools: 'ask', clear: 'refuse' }
    }
    // How a site was set is kept when it is dropped.
    const pairs = [pair(origin, 'always'), pair(off, 'off'), pair(dropped, 'always')]
    return Promise.resolve({ ...initialSettings, gateways: named, sites: [origin, off], pairs })
  },
}))

const gateway = 'https://gateway.example'
const off = 'https://off.example'
const dropped = 'https://dropped.example'
const url = `${gateway}/v1/chat/completions`
/** Where was asked, and with which key. */
const asked: { readonly address: string; readonly key: string | null }[] = []
let isAllowed = true

beforeAll(() => {
  stubBackground(new Map([[1, `${origin}/c`]]), {
    permissions: { contains: () => Promise.resolve(isAllowed) },
  })
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    asked.push({ address, key: new Headers(headers).get('authorization') })
    return Promise.reject(new TypeError('there is nobody'))
  })
})

beforeEach(async () => {
  asked.length = 0
  isAllowed = true
  await forgetTab(1)
})

afterAll(() => vi.unstubAllGlobals())

/** @returns kinds of what the page is told */
async function encrypt(
  takeover: Pair['takeover'],
  body: Pick<RequestToEncrypt['message'], 'request' | 'tooLong'>,
  { whose = 'page', key = null }: { whose?: Pair['key']; key?: string | null } = {},
): Promise<readonly unknown[]> {
  const told: unknown[] = []
  const signers = { current: { address: `0x${'11'.repeat(20)}` }, retired: [] }
  await encryptAndAnswer(
    {
      message: { kind: 'encrypt', id: 1, url, authorization: 'Bearer own', ...body },
      gateway: { origin: gateway, signers, pinnedAt: 0, key, proposed: null },
      pair: { site: origin, gateway, takeover, key: whose, tools: 'ask', clear: 'refuse' },
      settings: { ...initialSettings, sites: [origin] },
      from: { origin, tabId: 1, key: '0-1', signal: new AbortController().signal },
    },
    (message) => told.push(message.kind === 'head' ? message.status : message.kind),
  )
  return told
}

const chat = { request: '{"model":"m","messages":[]}', tooLong: null }
const tooLong = { request: null, tooLong: 9_000_000 }

test('what its page sends by itself is said to have left in clear, whatever comes of it', async () => {
  expect(await encrypt('possible', tooLong)).toEqual(['pass'])
  expect((await conversationOf(1)).sent).toMatchObject([{ how: 'clear', bytes: 9_000_000 }])
  // And of a later one that cannot be read nothing is said.
  expect(await encrypt('possible', { request: 'words', tooLong: null })).toEqual(['pass'])
  expect((await conversationOf(1)).sent).toBeNull()
  expect(asked).toEqual([])
})

test('under always the same is refused, and nothing left', async () => {
  expect(await encrypt('always', tooLong)).toEqual([413, 'event', 'end'])
  expect((await conversationOf(1)).sent).toBeNull()
  expect(asked).toEqual([])
})

test.each(['possible', 'always'] as const)(
  'under %s nothing goes to a gateway for which the browser gave no permission',
  async (takeover) => {
    isAllowed = false
    expect(await encrypt(takeover, chat)).toEqual([403, 'event', 'end'])
    expect(asked).toEqual([])
  },
)

test.each([
  ['the page’s', { whose: 'page', key: 'mine' }, 'Bearer own'],
  ['the user’s', { whose: 'mine', key: 'mine' }, 'Bearer mine'],
  ['none', { whose: 'mine', key: null }, null],
] as const)('a gateway is asked with the key that its user chose: %s', async (_name, of, key) => {
  await encrypt('always', chat, of)
  expect(asked.length).toBeGreaterThan(0)
  for (const each of asked) {
    expect(each).toEqual({ address: expect.stringMatching(`^${gateway}/`) as string, key })
  }
})

/** @returns what a page is told of its request; `left` where it is nobody's to answer */
async function connect(
  site: string | undefined,
  to: string,
  more: object = {},
): Promise<unknown[]> {
  const told: unknown[] = []
  isAllowed = false
  let hear = (_message: unknown) => {}
  encryptPort({
    sender: { origin: site },
    postMessage: (message: { kind: string }) => told.push(message.kind),
    disconnect: () => told.push('left'),
    onMessage: { addListener: (listener: typeof hear) => void (hear = listener) },
    onDisconnect: { addListener: () => {} },
  } as unknown as Parameters<typeof encryptPort>[0])
  const url = `${to}/v1/chat/completions`
  const message = { kind: 'encrypt', id: 1, url, authorization: null, request: '{}', tooLong: null }
  hear({ kind: 'ping' })
  hear({ ...message, ...more })
  // One port is for one request.
  hear({ ...message, id: 2 })
  await vi.waitFor(() => expect(['left', 'end']).toContain(told.at(-1)), patient)
  return told
}

/** Each that is served is refused, since the browser gives no permission. */
const served = ['head', 'event', 'end']

test.each([
  ['a site that was set up', origin, gateway, served],
  ['the gateway by another address of it', origin, 'http://me@gateway.example.:80', served],
  ['a site that is off', off, gateway, ['left']],
  ['a site that was dropped', dropped, gateway, ['left']],
  ['a site that nobody set up', 'https://other.example', gateway, ['left']],
  ['a gateway that is not named', origin, 'https://gateway.example.evil.example', ['left']],
  ['a gateway that is not this site’s', origin, 'https://second.example', ['left']],
])('a request is answered, or nobody’s to answer: of %s', async (_name, site, to, told) => {
  expect(await connect(site, to)).toEqual(told)
})

test('what is no request is nobody’s to answer', async () => {
  expect(await connect(origin, gateway, { request: 7 })).toEqual(['left'])
  expect(await connect(origin, gateway, { url: 'no address' })).toEqual(['left'])
})
