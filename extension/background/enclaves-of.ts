import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/parse-reference-values.ts'
import { FormatError } from '#shared/errors.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'
import {
  createVerifiedEnclaves,
  type VerifiedEnclaves,
} from '#shared/exchange/verified-enclaves.ts'
import type { Settings } from './settings.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Cryptographic randomness of the browser. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

interface Known {
  readonly enclaves: VerifiedEnclaves
  /** The client of the newest request; the questions that any of them asks are the same. */
  use(client: Pick<RelayClient, 'keyOffer'>): void
}

const known = new Map<string, Known>()

/**
 * The enclaves behind a gateway that this browser verified, under what the user accepts now. Kept for ten
 * minutes at most, and in memory alone: a background that was stopped verifies again.
 */
export function enclavesOf(
  gateway: string,
  client: RelayClient,
  { measurements, development }: Settings,
): VerifiedEnclaves {
  const policy = JSON.stringify([gateway, measurements, development])
  const found = known.get(policy) ?? make()
  known.set(policy, found)
  found.use(client)
  return found.enclaves

  function make(): Known {
    let current: Pick<RelayClient, 'keyOffer'> = client
    const enclaves = createVerifiedEnclaves({
      client: { keyOffer: (model, nonce) => current.keyOffer(model, nonce) },
      reference: readMeasurements(measurements),
      simulation: development ? 'accept' : 'refuse',
      nowSeconds,
      randomBytes,
    })
    return {
      enclaves,
      use(next) {
        current = next
      },
    }
  }
}

/**
 * What hardware must measure to, by the user's own values. None are shipped for hardware: this project
 * runs no enclave whose measurements it could vouch for. The simulated one's are in shared/.
 */
function readMeasurements(measurements: unknown): ReferenceValues | null {
  if (measurements === null) return null
  try {
    return parseReferenceValues(measurements)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}
