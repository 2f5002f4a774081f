import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../../node_modules/.cache/countersign')

/** What a test runs and the project does not depend on, each with its exact version. */
export const sillyTavern = 'sillytavern@1.19.0'
export const deepChat = 'deep-chat@2.4.2'
export const webExt = 'web-ext@10.7.0'
export const lighthouse = 'lighthouse@13.5.0'

/** Where such a package is, and what says that it is there, or that it cannot be had. */
export function placesOf(name: string) {
  const folder = join(cache, name)
  return {
    folder,
    done: join(folder, 'done'),
    failed: join(folder, 'failed'),
    installed: join(folder, 'node_modules', name.slice(0, name.lastIndexOf('@'))),
  }
}
