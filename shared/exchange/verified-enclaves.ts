import {
  hardwarePolicy,
  simulationPolicy,
  type EnclavePolicy,
  type EstablishedEnclave,
} from '../aci/appraise-report.ts'
import type { AciDigest } from '../aci/parse-keyset.ts'
import { createSessionDocuments } from '../aci/hosts/session-documents.ts'
import { parsePemChain } from '../attestation/certificates/parse-pem-chain.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '../attestation/appraise/parse-reference-values.ts'
import { simulatedReferenceValues } from '../attestation/appraise/simulated-reference-values.ts'
import { sha256Digest } from '../digest.ts'
import type { KeyOffer } from '../e2ee/parse-key-offer.ts'
import { verifyKeyOffer, type OfferAppraisal, type ReadyEnclave } from '../e2ee/verify-key-offer.ts'
import type { Check } from '../verdict.ts'
import { bytesToHex } from '../bytes/bytes.ts'
import type { BodyScheme } from '../body-relay/body-scheme.ts'
import {
  verifyBodyOffer,
  type BodyEnclave,
  type BodyOfferAppraisal,
} from '../judge/provider/verify-body-offer.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import type { RelayClient } from './relay-client.ts'

export interface VerifiedOffer extends OfferAppraisal, Offered {
  readonly scheme: 'aci'
  readonly ready: ReadyEnclave
  /** The scheme under which the enclave was verified. */
  readonly policy: EnclavePolicy
}

/** An enclave that takes encrypted bodies. */
export interface VerifiedBodyOffer extends BodyOfferAppraisal, Offered {
  readonly scheme: BodyScheme
  readonly ready: BodyEnclave
  /** The model's name at the enclave, as the gateway says it. */
  readonly upstreamModel: string
}

export type AnyOffer = VerifiedOffer | VerifiedBodyOffer

interface Offered {
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
    super(exchangeErrors.enclaveNotVerified)
    this.checks = checks
  }
}

/** The enclaves behind the gateway, verified here. */
export interface VerifiedEnclaves {
  /** @throws {OfferRefused} */
  forModel(model: string): Promise<AnyOffer>
  /**
   * Verifies again, with a fresh nonce.
   * @param keyset of the replica that is meant; left out, whichever is met is used from then on
   * @throws {OfferRefused}
   */
  refresh(model: string, keyset?: AciDigest): Promise<AnyOffer>
  /** An aggregator's session document, or null where the gateway serves none. */
  session(model: string, id: string): Promise<Uint8Array | null>
  /** Enclaves that were verified for this model within the last hour, and whose keys still hold. */
  keysets(model: string): readonly EstablishedEnclave[]
}

interface EnclavesDeps {
  readonly client: Pick<RelayClient, 'keyOffer' | 'session' | 'traits'>
  /** What real enclaves must measure to; null when nothing is pinned. */
  readonly reference: ReferenceValues | null
  /** What simulated ones must measure to; null for the shipped simulator's own values. */
  readonly simulatedReference: ReferenceValues | null
  /** `accept` is for whoever switched development mode on. */
  readonly simulation: 'refuse' | 'accept'
  readonly nowSeconds: () => number
  /** Milliseconds of a clock that nobody can set, from any zero: nothing is kept longer because somebody set a clock back. */
  readonly elapsedSeconds: () => number
  /** Cryptographic randomness of the platform. */
  readonly randomBytes: (length: number) => Uint8Array
}

/** A verification is used for ten minutes at most. */
const longestUseSeconds = 600
/** A keyset that was verified counts for answers for an hour at most: a platform may be revoked since. */
const longestKeptSeconds = 3_600
const mostKept = 64
/** Behind one name there may be several gateways, which know different replicas. */
const sessionTries = 3

/** Both clocks count: somebody may set the first, and the second may stop while the machine sleeps. */
interface Lasting {
  /** Unix seconds. */
  readonly until: number
  /** Time of the clock that nobody can set. */
  readonly untilElapsed: number
}

interface Kept extends Lasting {
  readonly model: string
  readonly enclave: EstablishedEnclave
}

export function createVerifiedEnclaves(deps: EnclavesDeps): VerifiedEnclaves {
  const offers = new Map<string, Lasting & { readonly offer: AnyOffer }>()
  const running = new Map<string, Promise<AnyOffer>>()
  const documents = createSessionDocuments()
  let kept: readonly Kept[] = []

  function isInForce({ until, untilElapsed }: Lasting): boolean {
    return deps.nowSeconds() < until && deps.elapsedSeconds() < untilElapsed
  }

  function inForce(): readonly Kept[] {
    kept = kept.filter(isInForce)
    return kept
  }

  /** From now on. @param notAfter Unix seconds at which its keys end */
  function lastingFor(seconds: number, notAfter: number): Lasting {
    const now = deps.nowSeconds()
    const left = Math.min(seconds, notAfter - now)
    return { until: now + left, untilElapsed: deps.elapsedSeconds() + left }
  }

  async function verify(model: string, keyset: AciDigest | null): Promise<AnyOffer> {
    const nonce = bytesToHex(deps.randomBytes(32))
    const [offer, traits] = await Promise.all([
      deps.client.keyOffer(model, nonce, keyset),
      deps.client.traits().catch(() => null),
    ])
    const nowSeconds = deps.nowSeconds()
    if ('scheme' in offer) {
      const { scheme, upstreamModel, evidence } = offer
      const appraisal = verifyBodyOffer({ ...deps, scheme, evidence, nonce, nowSeconds })
      const { checks, required, ready } = appraisal
      if (ready === null) throw new OfferRefused(checks)
      const lasting = lastingFor(longestUseSeconds, Number.POSITIVE_INFINITY)
      const { until } = lasting
      const verified = { scheme, checks, required, ready, upstreamModel, until, traits }
      offers.set(model, { ...lasting, offer: verified })
      return verified
    }
    const policy = policyFor(offer, deps)
    const appraisal = verifyKeyOffer({ offer, nonce, nowSeconds }, policy)
    const { checks, ready } = appraisal
    if (ready === null) throw new OfferRefused(checks)
    const lasting = lastingFor(longestUseSeconds, ready.enclave.keyset.not_after)
    const { until } = lasting
    const verified = { scheme: 'aci', checks, ready, policy, until, traits } as const
    offers.set(model, { ...lasting, offer: verified })
    keep(model, ready.enclave)
    return verified
  }

  function keep(model: string, enclave: EstablishedEnclave): void {
    const lasting = lastingFor(longestKeptSeconds, enclave.keyset.not_after)
    const others = inForce().filter(
      (each) => each.model !== model || each.enclave.digest !== enclave.digest,
    )
    kept = [{ model, enclave, ...lasting }, ...others].slice(0, mostKept)
  }

  function refresh(model: string, keyset: AciDigest | null = null): Promise<AnyOffer> {
    const name = JSON.stringify([model, keyset])
    const current = running.get(name) ?? verify(model, keyset).finally(() => running.delete(name))
    running.set(name, current)
    return current
  }

  return {
    async forModel(model) {
      const known = offers.get(model)
      return known && isInForce(known) ? known.offer : refresh(model)
    },
    refresh,
    session: (model, id) =>
      documents.get(id, async () => {
        for (let tries = 0; tries < sessionTries; tries += 1) {
          const bytes = await deps.client.session(model, id)
          if (bytes !== null) return bytes
        }
        return null
      }),
    keysets: (model) => inForce().flatMap((each) => (each.model === model ? [each.enclave] : [])),
  }
}

/** A simulation's root comes from the gateway itself: it proves nothing, which is why it must be asked for. */
function policyFor({ simulation_root: root }: KeyOffer, deps: EnclavesDeps): EnclavePolicy {
  if (root !== undefined && deps.simulation === 'accept') {
    const [certificate] = parsePemChain(root)
    const digest = sha256Digest(certificate?.der ?? new Uint8Array(0))
    return simulationPolicy(deps.simulatedReference ?? shipped(), digest)
  }
  return hardwarePolicy(deps.reference ?? shipped())
}

function shipped(): ReferenceValues {
  return parseReferenceValues(simulatedReferenceValues)
}
