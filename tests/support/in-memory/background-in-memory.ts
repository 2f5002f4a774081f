import { vi } from 'vitest'

// What the background asks the browser for, where no browser is: storage, tabs and the toolbar.

export interface BackgroundInMemory {
  /** What stands on the toolbar beside a tab. */
  readonly toolbar: ReadonlyMap<number, string>
  /** What the storage of the session holds. */
  readonly session: ReadonlyMap<string, unknown>
  /** How often something was put on the toolbar of a tab. */
  readonly toolbarCalls: () => number
  /** As the browser does when a document begins. */
  readonly clearToolbar: (tabId: number) => void
  /** Whether the storage of the session takes in no more, as when it is full. */
  readonly fillSession: (isFull: boolean) => void
  /** Characters that were written to the storage of the session so far, as JSON. */
  readonly written: () => number
  /** How often it was written to, and how often the browser was asked for the page of a tab. */
  readonly asked: () => { readonly writes: number; readonly tabs: number }
}

/**
 * Stubs `chrome` until `vi.unstubAllGlobals`.
 * @param tabs addresses of open pages by their tab
 * @param more members of `chrome`
 */
export function stubBackground(
  tabs: ReadonlyMap<number, string>,
  more: object = {},
): BackgroundInMemory {
  const toolbar = new Map<number, string>()
  const session = new Map<string, unknown>()
  let calls = 0
  let written = 0
  let isFull = false
  const asked = { writes: 0, tabs: 0 }
  const area = areaInMemory(session)
  vi.stubGlobal('chrome', {
    ...more,
    storage: {
      local: areaInMemory(new Map()),
      session: {
        ...area,
        set(values: object) {
          asked.writes += 1
          if (isFull) return Promise.reject(new Error('QUOTA_BYTES quota exceeded'))
          written += JSON.stringify(values).length
          return area.set(values)
        },
      },
    },
    tabs: {
      get(id: number) {
        asked.tabs += 1
        // It is another process that answers.
        return new Promise((resolve) => {
          setImmediate(() => resolve({ url: tabs.get(id) }))
        })
      },
    },
    action: {
      setBadgeText({ tabId, text }: { tabId: number; text: string }) {
        calls += 1
        toolbar.set(tabId, text)
        return Promise.resolve()
      },
      setBadgeBackgroundColor() {
        calls += 1
        return Promise.resolve()
      },
      setTitle() {
        calls += 1
        return Promise.resolve()
      },
    },
  })
  return {
    toolbar,
    session,
    toolbarCalls: () => calls,
    clearToolbar: (tabId) => void toolbar.delete(tabId),
    fillSession(full) {
      isFull = full
    },
    written: () => written,
    asked: () => ({ ...asked }),
  }
}

/** One area of the browser's storage. */
export function areaInMemory(held: Map<string, unknown>) {
  const listeners = new Set<(changes: object) => void>()
  const changed = (names: readonly string[]) => {
    const changes = Object.fromEntries(
      names.map((name) => [name, { newValue: structuredClone(held.get(name)) }]),
    )
    for (const listener of listeners) listener(changes)
  }
  return {
    onChanged: {
      addListener: (listener: (changes: object) => void) => void listeners.add(listener),
      removeListener: (listener: (changes: object) => void) => void listeners.delete(listener),
    },
    get(asked: string | readonly string[] | null) {
      const names = asked === null ? [...held.keys()] : [asked].flat()
      const found = names.filter((name) => held.has(name)).map((name) => [name, held.get(name)])
      return Promise.resolve(structuredClone(Object.fromEntries(found)) as object)
    },
    set(values: object) {
      for (const [name, value] of Object.entries(values)) held.set(name, structuredClone(value))
      changed(Object.keys(values))
      return Promise.resolve()
    },
    remove(names: readonly string[]) {
      for (const name of names) held.delete(name)
      changed(names)
      return Promise.resolve()
    },
  }
}
