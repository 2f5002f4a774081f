import { beforeAll, beforeEach, afterAll, expect, test, vi } from 'vitest'
import type * as Stored from '../../../extension/settings/stored-settings.ts'
import { initialSettings } from '../../../extension/settings/settings.ts'
import { areaInMemory } from '../../support/background-in-memory.ts'

// The settings as the browser stores them, over the versions of the extension.

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

test('what the first version stored is read, and what it left out refuses', async () => {
  const pair = { site: 'https://chat.example', gateway: 'https://gateway.example' }
  const set = { ...pair, takeover: 'always', key: 'page', tools: 'allow' }
  held.set('settings', { sites: [pair.site], pairs: [set] })
  const { readSettings, changeSettings } = await start()
  const pairs = [{ ...set, clear: 'refuse', tools: 'send' }]
  const migrated = { ...initialSettings, sites: [pair.site], pairs }
  expect(await readSettings()).toEqual(migrated)
  await changeSettings((settings) => ({ ...settings, development: true }))
  const again = await start()
  expect(await again.readSettings()).toEqual({ ...migrated, development: true })
})

test('what the second version stored is read: tools that were allowed are sent, and those refused by nobody asked about', async () => {
  const pair = { site: 'https://chat.example', takeover: 'possible', key: 'mine', clear: 'allow' }
  const pairs = (['allow', 'refuse'] as const).map((tools) => ({
    ...pair,
    gateway: `https://${tools}.example`,
    tools,
  }))
  held.set('settings', { ...initialSettings, sites: [pair.site], pairs, development: true })
  held.set('settings$', { v: 2 })
  const { readSettings } = await start()
  const migrated = {
    ...initialSettings,
    sites: [pair.site],
    pairs: [
      { ...pair, gateway: 'https://allow.example', tools: 'send' },
      { ...pair, gateway: 'https://refuse.example', tools: 'ask' },
    ],
    development: true,
  }
  expect(await readSettings()).toEqual(migrated)
  const again = await start()
  expect(await again.readSettings()).toEqual(migrated)
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
