import { storage } from 'wxt/utils/storage'
import { initialSettings, type Settings } from './settings.ts'

const item = storage.defineItem<Settings>('local:settings', { fallback: initialSettings })

let known: Promise<Settings> | null = null
let stopWatching: (() => void) | null = null

/** Read once, and again after each change of whoever made it. */
export function readSettings(): Promise<Settings> {
  stopWatching ??= item.watch(forget)
  if (known === null) {
    known = item.getValue()
    known.catch(forget)
  }
  return known
}

function forget(): void {
  known = null
}

/** One change after the other: none is lost to another one that read before it wrote. */
export function changeSettings(change: (settings: Settings) => Settings): Promise<Settings> {
  return navigator.locks.request('settings', async () => {
    const settings = change(await item.getValue())
    await item.setValue(settings)
    forget()
    return settings
  })
}

/** Whoever changed them. */
export function watchSettings(changed: (settings: Settings, before: Settings) => void): void {
  item.watch(changed)
}
