import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { beginInstall } from './begin-install.ts'
import { placesOf } from './test-packages.ts'

/** @returns the folder of a package, or null where it cannot be had */
export async function installPackage(name: string): Promise<string | null> {
  const { done, failed, installed } = placesOf(name)
  beginInstall(name)
  // eslint-disable-next-line no-await-in-loop
  while (!existsSync(done) && !existsSync(failed)) await setTimeout(100)
  return existsSync(done) ? installed : null
}
