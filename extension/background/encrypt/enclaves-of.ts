import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import { readOr } from '#shared/read-or.ts'
import {
  createVerifiedEnclaves,
  type VerifiedEnclaves,
} from '#shared/exchange/verified-enclaves.ts'
import { relayByFetch } from '../gateway/gateway-relay.ts'
import type { Settings } from '../../settings/settings.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Cryptographic randomness of the browser. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** Who asks whom. */
interface Asking {
  /** Origin of the gateway. */
  readonly gateway: string
  /** Value of `Authorization`, or null: a page with a key that is refused stands in no other one's way. */
  readonly authorization: string | null
}

const known = new Map<string, VerifiedEnclaves>()
const mostKnown = 64

/**
 * The enclaves behind a gateway that this browser verified, under what the user accepts now. Kept for ten
 * minutes at most, and in memory alone: a background that was stopped verifies again.
 */
export function enclavesOf(
  { gateway, authorization }: Asking,
  { measurements, development }: Settings,
): VerifiedEnclaves {
  const name = JSON.stringify([gateway, authorization, measurements, development])
  const found = known.get(name)
  if (found) return found
  const enclaves = createVerifiedEnclaves({
    client: relayByFetch({ gateway, authorization, signal: null }),
    reference: readMeasurements(measurements),
    // What the user pins is for hardware.
    simulatedReference: null,
    simulation: development ? 'accept' : 'refuse',
    nowSeconds,
    elapsedSeconds: () => performance.now() / 1000,
    randomBytes,
  })
  setBounded(known, mostKnown, [name, enclaves])
  return enclaves
}

/**
 * What hardware must measure to, by the user's own values. None are shipped for hardware: this project
 * runs no enclave whose measurements it could vouch for. The simulated one's are in shared/.
 */
function readMeasurements(measurements: unknown): ReferenceValues | null {
  if (measurements === null) return null
  return readOr(null, () => parseReferenceValues(measurements))
}
