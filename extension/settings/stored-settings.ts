import { storage } from 'wxt/utils/storage'
import { initialSettings, type Settings } from './settings.ts'
import { migrateSettings } from './migrate-settings.ts'

const item = storage.defineItem<Settings>('local:settings', {
  fallback: initialSettings,
  version: 2,
  migrations: { 2: migrateSettings },
})

/** Read each time: the worker may have been stopped since. */
export function readSettings(): Promise<Settings> {
  return item.getValue()
}

/** One change after the other: none is lost to another one that read before it wrote. */
export function changeSettings(change: (settings: Settings) => Settings): Promise<Settings> {
  return navigator.locks.request('settings', async () => {
    const settings = change(await item.getValue())
    await item.setValue(settings)
    return settings
  })
}

/** Whoever changed them. */
export function watchSettings(changed: (settings: Settings, before: Settings) => void): void {
  item.watch(changed)
}
