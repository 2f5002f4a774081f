import { beforeAll, beforeEach, afterAll, expect, test, vi } from 'vitest'
import type * as Stored from '../../../extension/settings/stored-settings.ts'
import { initialSettings } from '../../../extension/settings/settings.ts'
import { areaInMemory } from '../../support/in-memory/background-in-memory.ts'

// The settings as the browser stores them.

const held = new Map<string, unknown>()
const area = areaInMemory(held)

beforeAll(() => {
  vi.stubGlobal('chrome', { runtime: { id: 'an extension' }, storage: { local: area } })
})

beforeEach(() => held.clear())

afterAll(() => vi.unstubAllGlobals())

/** As in a background that was just started. */
async function start(): Promise<typeof Stored> {
  vi.resetModules()
  return import('../../../extension/settings/stored-settings.ts')
}

test('what was never stored is as it is at first', async () => {
  const { readSettings } = await start()
  expect(await readSettings()).toEqual(initialSettings)
})

test('changes at the same time are one after the other, and none is lost', async () => {
  const { readSettings, changeSettings } = await start()
  const sites = Array.from({ length: 20 }, (_, at) => `https://chat-${at}.example`)
  await Promise.all(
    sites.map((site) =>
      changeSettings((settings) => ({ ...settings, sites: [...settings.sites, site] })),
    ),
  )
  expect((await readSettings()).sites).toEqual(sites)
})

test('what was read once is read again when somebody else changed it', async () => {
  const { readSettings } = await start()
  expect((await readSettings()).development).toBe(false)
  await area.set({ settings: { ...initialSettings, development: true } })
  expect((await readSettings()).development).toBe(true)
})

test('who runs a gateway is noted when the gateway is asked again, and stays where it says nothing', async () => {
  const { readSettings } = await start()
  const { noteAsked, pinGateway } = await import('../../../extension/settings/gateways.ts')
  const origin = 'https://gateway.example'
  const signers = { current: { address: `0x${'a'.repeat(40)}` }, retired: [] }
  await pinGateway({ origin, signers, operator: null, key: null })
  const operator = { name: 'Example Ltd', url: null, contact: null }
  await noteAsked(origin, { proposed: null, operator })
  await noteAsked(origin, { proposed: null, operator: null })
  expect((await readSettings()).gateways[0]?.operator).toEqual(operator)
})

const signersOf = (digits: string) => {
  return { current: { address: `0x${digits.repeat(20)}` }, retired: [] }
}

test('a gateway keeps the signer that was pinned, until its user accepts the one that it published since', async () => {
  const { readSettings } = await start()
  const { answerSignerChange, noteAsked, pinGateway } =
    await import('../../../extension/settings/gateways.ts')
  const origin = 'https://gateway.example'
  const pinned = async () => (await readSettings()).gateways.map(({ signers }) => signers)
  const pin = (digits: string) =>
    pinGateway({ origin, signers: signersOf(digits), operator: null, key: null })
  await pin('aa')
  await pin('bb')
  expect(await pinned()).toEqual([signersOf('aa')])
  // Nothing was proposed.
  await answerSignerChange(origin, 'accept')
  expect(await pinned()).toEqual([signersOf('aa')])
  const proposed = { signers: signersOf('bb'), seenAt: 0 }
  await noteAsked(origin, { proposed, operator: null })
  expect(await pinned()).toEqual([signersOf('aa')])
  await answerSignerChange(origin, 'reject')
  await answerSignerChange(origin, 'accept')
  expect(await pinned()).toEqual([signersOf('aa')])
  await noteAsked(origin, { proposed, operator: null })
  await answerSignerChange(origin, 'accept')
  expect(await pinned()).toEqual([signersOf('bb')])
})

test('how requests are treated is set for a site that is enabled and a gateway that is named, and goes with them', async () => {
  const { readSettings } = await start()
  const { pinGateway, removeGateway } = await import('../../../extension/settings/gateways.ts')
  const { addSite, askAboutTools, leaveOutSites, removeSite, setPair } =
    await import('../../../extension/settings/sites.ts')
  const [site, gateway] = ['https://chat.example', 'https://gateway.example']
  const pair = { site, gateway, takeover: 'always', key: 'page', clear: 'refuse' } as const
  const set = (tools: 'ask' | 'send') => setPair({ ...pair, tools })
  await expect(set('ask')).rejects.toThrow('You have not enabled this site.')
  await addSite(site)
  await expect(set('ask')).rejects.toThrow('You have not named this gateway.')
  await pinGateway({ origin: gateway, signers: signersOf('aa'), operator: null, key: null })
  await set('ask')
  await askAboutTools({ site: 'https://other.example', gateway })
  expect((await readSettings()).pairs).toMatchObject([{ tools: 'ask' }])
  await askAboutTools(pair)
  expect((await readSettings()).pairs).toMatchObject([{ tools: 'asking' }])
  // It is asked once.
  await set('send')
  await askAboutTools(pair)
  expect((await readSettings()).pairs).toMatchObject([{ tools: 'send' }])
  await leaveOutSites([site])
  expect(await readSettings()).toMatchObject({ sites: [], pairs: [{ takeover: 'always' }] })
  await removeSite(site)
  expect((await readSettings()).pairs).toEqual([])
  await addSite(site)
  await set('ask')
  await removeGateway(gateway)
  expect(await readSettings()).toMatchObject({ gateways: [], pairs: [] })
})
