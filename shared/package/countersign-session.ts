import { claims, type CheckId } from '../claims.ts'
import { createVerifiedEnclaves, type VerifiedEnclaves } from '../exchange/verified-enclaves.ts'
import type { GatewayRelay } from '../exchange/gateway-relay.ts'
import type { Naming } from '../judge/words/naming.ts'
import type { SignerHistory } from '../receipt/parse-signer-history.ts'
import type { ReceiptPolicy } from '../receipt/verify-receipt.ts'
import type { ReferenceValues } from '../attestation/appraise/parse-reference-values.ts'
import { reading } from './countersign-error.ts'
import { errorOf, type Demands, type ExchangeVerdict } from './exchange-verdict.ts'
import {
  askForSigners,
  baseOf,
  nowSeconds,
  randomBytes,
  relayOver,
  type GatewayAccess,
} from './gateway-access.ts'
import { referenceOf } from './judge-given-evidence.ts'
import type { Call } from './read-call.ts'
import { signersOf } from './reader.ts'

export interface CountersignOptions {
  /** The only host that is ever asked, whatever address the SDK was given: `https://gateway.example`. */
  readonly gateway: string | URL
  /** Key of the gateway; left out, requests are signed out. The SDK's own key is never sent. */
  readonly key?: string
  /**
   * The weakest mode whose answers are handed out. `e2ee`: each request is encrypted here to an enclave that was verified here. `tee`: it
   * is sent as it is, to a gateway that reads it, too, and the enclave's evidence is judged with each answer.
   */
  readonly atLeast: 'tee' | 'e2ee'
  /**
   * What the enclave must measure to, from somebody who built its software again and never from the gateway: JSON text, or the
   * object. Without it only a simulated enclave can be verified.
   */
  readonly referenceValues?: string | object
  /** Who must have signed. Left out, it is whom `/api/limits` of the gateway names at the first request, for as long as this fetch lives. */
  readonly signers?: string | SignerHistory
  /** `accept` hands out answers of a simulated enclave, which proves nothing about hardware. Left out: `refuse`. */
  readonly simulation?: 'refuse' | 'accept'
  /**
   * The host behind an enclave that forwards to another one. `on-the-providers-word` hands its answers out though nobody but the
   * provider vouches for it. Left out: `established`.
   */
  readonly host?: 'established' | 'on-the-providers-word'
  /**
   * `when-proven`: a stream is handed out when all of it has verified. `as-they-open`, for `e2ee` alone: while it opens, which is provisional;
   * its last event waits for the verdict, and an error ends it where it does not verify. Left out: `when-proven`.
   */
  readonly streams?: 'when-proven' | 'as-they-open'
  /** In `e2ee`: `allow` sends definitions and calls of tools in clear, which encryption cannot hide. Left out: `refuse`. */
  readonly clearTools?: 'refuse' | 'allow'
  /** In `e2ee`: further members that may leave in clear, by path without indices: `stop`, `messages[].name`. */
  readonly allowedInClear?: readonly string[]
  /** Told of each answer that came, before it is handed out or refused. What it throws is thrown in the answer's place. */
  readonly onVerdict?: (verdict: ExchangeVerdict) => void
  /** Left out, it is the platform's. */
  readonly fetch?: typeof fetch
}

export type AnswerCall = Extract<Call, { kind: 'answer' }>

/** What the requests of one `countersignFetch` share. */
export interface CountersignSession {
  readonly options: CountersignOptions
  readonly demands: Demands
  readonly access: GatewayAccess
  readonly naming: Naming
  readonly policy: ReceiptPolicy
  readonly reference: ReferenceValues | null
  readonly enclaves: VerifiedEnclaves
  readonly documents: GatewayRelay
  relayFor(signal: AbortSignal): GatewayRelay
  /** Pinned from the first time on. @throws {ExchangeRefused} when the gateway cannot be asked */
  signers(): Promise<SignerHistory>
  /**
   * Tells the verdict.
   * @param told checks that the gateway named when it broke off
   * @throws {CountersignError} when it is not enough
   */
  settle(verdict: ExchangeVerdict, told?: readonly CheckId[]): void
}

/** @throws {CountersignError} SIGNERS_MALFORMED, REFERENCE_VALUES_MALFORMED; {TypeError} for a gateway that is no address */
export function createCountersignSession(options: CountersignOptions): CountersignSession {
  const { atLeast, simulation = 'refuse', host = 'established', key = null } = options
  const access: GatewayAccess = {
    base: baseOf(options.gateway),
    key,
    fetch: options.fetch ?? ((...asked) => fetch(...asked)),
  }
  const demands = { atLeast, simulation, host }
  const documents = relayOver(access, null)
  const reference = reading(() => referenceOf(options.referenceValues))
  const given = signersOf(options.signers ?? null)
  let pinned: Promise<SignerHistory> | null = given === null ? null : Promise.resolve(given)
  return {
    options,
    demands,
    access,
    naming: { signer: new URL(access.base).host, claimOf: (id) => claims[id] },
    policy: { simulatedEnclave: simulation === 'accept' ? 'accept-in-development' : 'reject' },
    reference,
    enclaves: createVerifiedEnclaves({
      client: documents,
      reference,
      simulatedReference: null,
      simulation,
      nowSeconds,
      randomBytes,
    }),
    documents,
    relayFor: (signal) => relayOver(access, signal),
    signers() {
      pinned ??= askForSigners(documents).catch((error: unknown) => {
        pinned = null
        throw error
      })
      return pinned
    },
    settle(verdict, told) {
      options.onVerdict?.(verdict)
      if (verdict.outcome === 'refused') throw errorOf(verdict, demands, told)
    },
  }
}
