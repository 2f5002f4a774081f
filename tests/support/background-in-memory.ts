import { vi } from 'vitest'
import type { Settings } from '../../extension/settings/settings.ts'

// What the background asks the browser for, where no browser is: storage, tabs and the toolbar.

export interface BackgroundInMemory {
  /** What stands on the toolbar beside a tab. */
  readonly toolbar: ReadonlyMap<number, string>
  /** What the storage of the session holds. */
  readonly session: ReadonlyMap<string, unknown>
}

/** Stubs `chrome` until `vi.unstubAllGlobals`. @param tabs addresses of open pages by their tab */
export function stubBackground(
  tabs: ReadonlyMap<number, string>,
  settings: Partial<Settings>,
): BackgroundInMemory {
  const toolbar = new Map<number, string>()
  const session = new Map<string, unknown>()
  vi.stubGlobal('chrome', {
    storage: {
      local: areaOf(new Map<string, unknown>([['settings', settings]])),
      session: areaOf(session),
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

function areaOf(held: Map<string, unknown>) {
  return {
    get: (key: string | null) =>
      Promise.resolve(
        structuredClone(
          Object.fromEntries([...held].filter(([name]) => key === null || key === name)),
        ),
      ),
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
