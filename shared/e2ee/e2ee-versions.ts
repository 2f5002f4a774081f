import type { E2eeClient } from './e2ee-client.ts'
import { e2eeV2 } from './e2ee-v2.ts'

/** Preferred first. */
const known: readonly E2eeClient[] = [e2eeV2]

/** The best version that both sides speak, or null: then nothing is sent. */
export function chooseE2eeVersion(supported: readonly string[]): E2eeClient | null {
  return known.find(({ version }) => supported.includes(version)) ?? null
}
