import {
  hardwarePolicy,
  simulationPolicy,
  type EnclavePolicy,
  type EstablishedEnclave,
} from '../aci/appraise-report.ts'
import { parsePemChain } from '../attestation/parse-certificate.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '../attestation/parse-reference-values.ts'
import { simulatedReferenceValues } from '../attestation/simulated-reference-values.ts'
import { sha256Digest } from '../digest.ts'
import type { KeyOffer } from '../e2ee/parse-key-offer.ts'
import { verifyKeyOffer, type OfferAppraisal, type ReadyEnclave } from '../e2ee/verify-key-offer.ts'
import type { Check } from '../verdict.ts'
import { bytesToHex } from '../bytes.ts'
import type { RelayClient } from './relay-client.ts'

export interface VerifiedOffer extends OfferAppraisal {
  readonly ready: ReadyEnclave
  /** Unix seconds until which it may be encrypted to; after that it is verified again. */
  readonly until: number
  /** As the gateway listed them before anything was sent; null when it gave no list. */
  readonly traits: ReadonlyMap<string, string> | null
}

/** No enclave of the model could be verified; the checks say why. */
export class OfferRefused extends Error {
  override readonly name = 'OfferRefused'
  readonly checks: readonly Check[]

  constructor(checks: readonly Check[]) {
    super('the enclave is not verified')
    this.checks = checks
  }
}

/** The enclaves behind the gateway, verified here. */
export interface VerifiedEnclaves {
  /** @throws {OfferRefused} */
  forModel(model: string): Promise<VerifiedOffer>
  /** Verifies again, with a fresh nonce. @throws {OfferRefused} */
  refresh(model: string): Promise<VerifiedOffer>
  /** Enclaves that were verified for this model within the last hour, and whose keys still hold. */
  keysets(model: string): readonly EstablishedEnclave[]
}

interface EnclavesDeps {
  readonly client: Pick<RelayClient, 'keyOffer' | 'traits'>
  /** What real enclaves must measure to; null when nothing is pinned. */
  readonly reference: ReferenceValues | null
  /** `accept` is for whoever switched development mode on. */
  readonly simulation: 'refuse' | 'accept'
  readonly nowSeconds: () => number
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** A verification is used for ten minutes at most. */
const longestUseSeconds = 600
/** A keyset that was verified counts for answers for an hour at most: a platform may be revoked since. */
const longestKeptSeconds = 3_600
const mostKept = 64

interface Kept {
  readonly model: string
  readonly enclave: EstablishedEnclave
  /** Unix seconds. */
  readonly until: number
}

export function createVerifiedEnclaves(deps: EnclavesDeps): VerifiedEnclaves {
  const offers = new Map<string, VerifiedOffer>()
  const running = new Map<string, Promise<VerifiedOffer>>()
  let kept: readonly Kept[] = []

  function inForce(): readonly Kept[] {
    const now = deps.nowSeconds()
    kept = kept.filter(({ until }) => now < until)
    return kept
  }

  async function verify(model: string): Promise<VerifiedOffer> {
    const nonce = bytesToHex(deps.randomBytes(32))
    const [offer, traits] = await Promise.all([
      deps.client.keyOffer(model, nonce),
      deps.client.traits().catch(() => null),
    ])
    const nowSeconds = deps.nowSeconds()
    const appraisal = verifyKeyOffer({ offer, nonce, nowSeconds }, policyFor(offer, deps))
    const { checks, ready } = appraisal
    if (ready === null) throw new OfferRefused(checks)
    const until = Math.min(nowSeconds + longestUseSeconds, ready.enclave.keyset.not_after)
    const verified = { checks, ready, until, traits }
    offers.set(model, verified)
    keep(model, ready.enclave, nowSeconds)
    return verified
  }

  function keep(model: string, enclave: EstablishedEnclave, nowSeconds: number): void {
    const until = Math.min(nowSeconds + longestKeptSeconds, enclave.keyset.not_after)
    const others = inForce().filter(
      (each) => each.model !== model || each.enclave.digest !== enclave.digest,
    )
    kept = [{ model, enclave, until }, ...others].slice(0, mostKept)
  }

  function refresh(model: string): Promise<VerifiedOffer> {
    const current = running.get(model) ?? verify(model).finally(() => running.delete(model))
    running.set(model, current)
    return current
  }

  return {
    async forModel(model) {
      const known = offers.get(model)
      return known && deps.nowSeconds() < known.until ? known : refresh(model)
    },
    refresh,
    keysets: (model) => inForce().flatMap((each) => (each.model === model ? [each.enclave] : [])),
  }
}

/** A simulation's root comes from the gateway itself: it proves nothing, which is why it must be asked for. */
function policyFor({ simulation_root: root }: KeyOffer, deps: EnclavesDeps): EnclavePolicy {
  if (root !== undefined && deps.simulation === 'accept') {
    const [certificate] = parsePemChain(root)
    const digest = sha256Digest(certificate?.der ?? new Uint8Array(0))
    return simulationPolicy(parseReferenceValues(simulatedReferenceValues), digest)
  }
  return hardwarePolicy(deps.reference ?? parseReferenceValues(simulatedReferenceValues))
}
