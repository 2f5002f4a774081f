import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The browser's storage answers later, and in between others ask.

let stored: Map<string, unknown>

beforeEach(() => {
  stored = new Map()
  const local = {
    get: (name: string) => Promise.resolve(Object.fromEntries([[name, stored.get(name)]])),
    set(values: object) {
      for (const [name, value] of Object.entries(values)) stored.set(name, value)
      return Promise.resolve()
    },
  }
  vi.stubGlobal('chrome', { storage: { local } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** As in a background that was just started. */
async function start() {
  vi.resetModules()
  return (await import('../../../extension/vault/text-digest.ts')).textDigests
}

test('those who ask first and at once get digests under one key, which stays', async () => {
  const textDigests = await start()
  const all = await Promise.all(
    [1, 2, 3].map(() => textDigests('https://chat.example', ['a text', 'another'])),
  )
  expect(new Set(all.map((digests) => digests.join(' '))).size).toBe(1)
  const afterwards = await start()
  expect(await afterwards('https://chat.example', ['a text', 'another'])).toEqual(all[0])
})

test('the digest is of the text and of the site, under a key of this browser', async () => {
  const textDigests = await start()
  const [here] = await textDigests('https://chat.example', ['a text'])
  expect(here).toMatch(/^[0-9a-f]{64}$/)
  expect(await textDigests('https://other.example', ['a text'])).not.toContain(here)
  stored.clear()
  const elsewhere = await start()
  expect(await elsewhere('https://chat.example', ['a text'])).not.toContain(here)
})

test('a storage that fails once is asked again', async () => {
  const textDigests = await start()
  const { local } = (globalThis as unknown as { chrome: { storage: { local: object } } }).chrome
    .storage
  const failing = vi.spyOn(local as { get: () => Promise<unknown> }, 'get')
  failing.mockRejectedValueOnce(new Error('not now'))
  await expect(textDigests('https://chat.example', ['a text'])).rejects.toThrow('not now')
  expect(await textDigests('https://chat.example', ['a text'])).toHaveLength(1)
})
