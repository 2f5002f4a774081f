import { vault } from '../../vault/vault.ts'
import { noteGone } from './note-answer.ts'
import type { Retention } from '../../settings/settings.ts'

const dayMs = 24 * 3_600_000
const megabyte = 1_000_000

/** Forgets what the user wants to be forgotten. */
export async function pruneVault({ days, megabytes }: Retention): Promise<void> {
  await noteGone(await vault.prune(Date.now() - days * dayMs, megabytes * megabyte))
}

/** All of it. @returns how many answers there were */
export async function wipeVault(): Promise<number> {
  const gone = await vault.wipe()
  await noteGone(gone)
  return gone.length
}
