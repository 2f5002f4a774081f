import { vi } from 'vitest'

// What the background asks the browser for, where no browser is: storage, tabs and the toolbar.

export interface BackgroundInMemory {
  /** What stands on the toolbar beside a tab. */
  readonly toolbar: ReadonlyMap<number, string>
  /** What the storage of the session holds. */
  readonly session: ReadonlyMap<string, unknown>
}

/** Stubs `chrome` until `vi.unstubAllGlobals`. @param tabs addresses of open pages by their tab */
export function stubBackground(tabs: ReadonlyMap<number, string>): BackgroundInMemory {
  const toolbar = new Map<number, string>()
  const session = new Map<string, unknown>()
  vi.stubGlobal('chrome', {
    storage: {
      local: areaInMemory(new Map()),
      session: areaInMemory(session),
    },
    tabs: { get: (id: number) => Promise.resolve({ url: tabs.get(id) }) },
    action: {
      setBadgeText({ tabId, text }: { tabId: number; text: string }) {
        toolbar.set(tabId, text)
        return Promise.resolve()
      },
      setBadgeBackgroundColor: () => Promise.resolve(),
      setTitle: () => Promise.resolve(),
    },
  })
  return { toolbar, session }
}

/** One area of the browser's storage. */
export function areaInMemory(held: Map<string, unknown>) {
  return {
    get(asked: string | readonly string[] | null) {
      const names = asked === null ? [...held.keys()] : [asked].flat()
      const found = names.filter((name) => held.has(name)).map((name) => [name, held.get(name)])
      return Promise.resolve(structuredClone(Object.fromEntries(found)) as object)
    },
    set(values: object) {
      for (const [name, value] of Object.entries(values)) held.set(name, structuredClone(value))
      return Promise.resolve()
    },
    remove(names: readonly string[]) {
      for (const name of names) held.delete(name)
      return Promise.resolve()
    },
  }
}
