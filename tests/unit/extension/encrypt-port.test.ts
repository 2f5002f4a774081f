import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { encryptPort } from '../../../extension/background/encrypt/encrypt-port.ts'
import { initialSettings, type Pair } from '../../../extension/settings/settings.ts'
import { stubBackground } from '../../support/background-in-memory.ts'
import { patient } from '../../support/patient.ts'

// Whose requests are encrypted: those of a site that its user set up, to the gateway that it was set up for.

const on = 'https://chat.example'
const off = 'https://off.example'
const dropped = 'https://dropped.example'
const gateway = 'https://gateway.example'

vi.mock('../../../extension/vault/vault.ts', async () => ({
  vault: (await import('../../support/vault-in-memory.ts')).vaultInMemory(),
}))
vi.mock('../../../extension/settings/stored-settings.ts', () => ({
  readSettings: () => {
    const signers = { current: { address: `0x${'11'.repeat(20)}` }, retired: [] }
    const named = [gateway, 'https://second.example'].map((origin) => {
      return { origin, signers, pinnedAt: 0, key: null, proposed: null }
    })
    const pair = (site: string, takeover: Pair['takeover']): Pair => {
      return { site, gateway, takeover, key: 'mine', tools: 'ask', clear: 'refuse' }
    }
    // How a site was set is kept when it is dropped.
    const pairs = [pair(on, 'always'), pair(off, 'off'), pair(dropped, 'always')]
    return Promise.resolve({ ...initialSettings, gateways: named, sites: [on, off], pairs })
  },
}))

beforeAll(() => {
  // Each that is served is refused, since the browser gives no permission.
  stubBackground(new Map(), { permissions: { contains: () => Promise.resolve(false) } })
})

afterAll(() => vi.unstubAllGlobals())

/** @returns what a page is told of its request; `left` where it is nobody's to answer */
async function ask(origin: string | undefined, to: string, more: object = {}): Promise<unknown[]> {
  const told: unknown[] = []
  let hear = (_message: unknown) => {}
  encryptPort({
    sender: { origin },
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

const served = ['head', 'event', 'end']

test.each([
  ['a site that was set up', on, gateway, served],
  ['the gateway by another address of it', on, 'http://me@gateway.example.:80', served],
  ['a site that is off', off, gateway, ['left']],
  ['a site that was dropped', dropped, gateway, ['left']],
  ['a site that nobody set up', 'https://other.example', gateway, ['left']],
  ['a gateway that is not named', on, 'https://gateway.example.evil.example', ['left']],
  ['a gateway that is not this site’s', on, 'https://second.example', ['left']],
])('%s', async (_name, site, to, told) => {
  expect(await ask(site, to)).toEqual(told)
})

test('what is no request is nobody’s to answer', async () => {
  expect(await ask(on, gateway, { request: 7 })).toEqual(['left'])
  expect(await ask(on, gateway, { url: 'no address' })).toEqual(['left'])
})
