import type { Page } from 'playwright-core'
import { openExtension, type OpenExtension } from './open-extension.ts'
import { stopWorkers } from './stop-workers.ts'

/** What an empty tab shows. */
export const blank = 'about:blank'

let launched: Promise<OpenExtension> | undefined
let isTaken = false

/**
 * A browser with the extension that all files of a worker share, one after the other; it ends with its worker.
 * Whoever takes it finds it as installed just now, with one tab and perhaps empty ones behind it; a second one at a
 * time has a browser of its own.
 */
export async function sharedExtension(): Promise<OpenExtension> {
  if (isTaken) return openExtension()
  isTaken = true
  launched ??= openExtension()
  const extension = await launched
  return {
    ...extension,
    async close() {
      await forget(extension)
      isTaken = false
    },
  }
}

/** A new tab costs twice what a page does, so two are kept, empty. */
const kept = 2

/** Empties or ends its tabs, ends its background, and leaves nothing that either of them kept. */
async function forget({ context, pageUrl }: OpenExtension): Promise<void> {
  const [own, ...others] = context.pages()
  if (own === undefined) throw new Error('the tab that the browser began with is closed')
  await Promise.all(others.slice(0, kept).map(empty))
  await Promise.all(others.slice(kept).map((page) => page.close()))
  await context.clearPermissions()
  // Its page runs nothing, so nothing starts the background again.
  const still = pageUrl('manifest.json')
  if (own.url() !== still) await own.goto(still)
  await stopWorkers(own)
  await own.evaluate(forgetAll)
  await stopWorkers(own)
}

async function empty(page: Page): Promise<void> {
  await page.goto(blank)
  await page.emulateMedia({ colorScheme: null })
  await page.setViewportSize({ width: 1280, height: 720 })
}

const forgetAll = `(async () => {
  const { storage, scripting, declarativeNetRequest } = chrome
  const rules = await declarativeNetRequest.getDynamicRules()
  await declarativeNetRequest.updateDynamicRules({ removeRuleIds: rules.map(({ id }) => id) })
  await scripting.unregisterContentScripts()
  await Promise.all([storage.local.clear(), storage.session.clear()])
  for (const { name } of await indexedDB.databases()) {
    await new Promise((resolve, reject) => {
      Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject })
    })
  }
})()`
