import { vault } from '../vault/vault.ts'
import type { Retention } from './settings.ts'

const dayMs = 24 * 3_600_000
const megabyte = 1_000_000

/** Forgets what the user wants to be forgotten. */
export function pruneVault({ days, megabytes }: Retention): Promise<void> {
  return vault.prune(Date.now() - days * dayMs, megabytes * megabyte)
}
