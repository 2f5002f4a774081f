import { existsSync } from 'node:fs'
import { vi } from 'vitest'
import { placesOf } from './test-packages.ts'

/** @returns the folder of a package that the set-up began to install, or null where it cannot be had */
export async function whenInstalled(name: string): Promise<string | null> {
  const { done, failed, installed } = placesOf(name)
  await vi.waitUntil(() => existsSync(done) || existsSync(failed), { timeout: 240_000 })
  return existsSync(done) ? installed : null
}
