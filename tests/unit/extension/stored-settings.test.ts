import { beforeAll, beforeEach, afterAll, expect, test, vi } from 'vitest'
import type * as Stored from '../../../extension/settings/stored-settings.ts'
import { initialSettings } from '../../../extension/settings/settings.ts'
import { areaInMemory } from '../../support/background-in-memory.ts'

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
