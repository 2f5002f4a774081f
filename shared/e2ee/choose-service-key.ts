import type { Keyset } from '../aci/parse-keyset.ts'
import type { ServiceKey } from './e2ee-client.ts'
import { suites } from './suite.ts'

/** The key to encrypt to, by its algorithm and never by its place, or null when none is known. */
export function chooseServiceKey({ e2ee_public_keys: keys }: Keyset): ServiceKey | null {
  for (const { algo } of suites) {
    const key = keys.find((each) => each.algo === algo)
    if (key) return { algo, publicKey: key.public_key }
  }
  return null
}
