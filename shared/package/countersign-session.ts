import { setBounded } from '../bytes/set-bounded.ts'
import { claims } from '../claims.ts'
import { createClearConsent, type ClearConsent } from '../exchange/clear-consent.ts'
import { createVerifiedEnclaves, type VerifiedEnclaves } from '../exchange/verified-enclaves.ts'
import { failedBesideTheEnd } from '../exchange/broken-off.ts'
import type { GatewayRelay } from '../exchange/gateway-relay.ts'
import type { Naming } from '../judge/words/naming.ts'
import type { SignerHistory } from '../receipt/parse-signer-history.ts'
import type { ReceiptPolicy } from '../receipt/verify-receipt.ts'
import type { ReferenceValues } from '../attestation/appraise/parse-reference-values.ts'
import { reading, type CountersignError } from './countersign-error.ts'
import { errorOf, type Demands, type ExchangeVerdict } from './exchange-verdict.ts'
import {
  askForSigners,
  baseOf,
  nowSeconds,
  elapsedSeconds,
  drawBytes,
  relayOver,
  type GatewayAccess,
} from './gateway-access.ts'
import { referenceOf } from './given/reference-of.ts'
import type { CountersignOptions } from './countersign-options.ts'
import { signersOf } from './given/reader.ts'
import { createKeptEvidence, type KeptEvidence } from './kept-evidence.ts'

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
  readonly consent: ClearConsent
  readonly evidence: KeptEvidence
  relayFor(signal: AbortSignal): GatewayRelay
  /** Pinned from the first time on. @throws {ExchangeRefused} when the gateway cannot be asked */
  signers(): Promise<SignerHistory>
  /** Whether no answer came with this enclave's receipt before. */
  readonly isFirst: (receiptId: string) => boolean
  /**
   * Tells the verdict.
   * @param broken why the answer ended before its end: the error, where nothing of the answer failed
   * @throws {CountersignError} when it is not enough
   */
  settle(verdict: ExchangeVerdict, broken?: CountersignError | null): void
}

/** More than are answered in the minutes for which an enclave's receipt is of the time of an answer. */
const mostReceipts = 16_384

/** @throws {CountersignError} SIGNERS_MALFORMED, REFERENCE_VALUES_MALFORMED; {TypeError} for a gateway that is no address */
export function createCountersignSession(options: CountersignOptions): CountersignSession {
  const { atLeast, simulation = 'refuse', host = 'established', key = null } = options
  const access: GatewayAccess = {
    base: baseOf(options.gateway, options.plainHttp ?? 'refuse'),
    key,
    fetch: options.fetch ?? ((...asked) => fetch(...asked)),
  }
  const demands = { atLeast, simulation, host }
  const documents = relayOver(access, null)
  const reference = reading(() => referenceOf(options.referenceValues))
  const given = signersOf(options.signers ?? null)
  const receipts = new Map<string, true>()
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
      simulatedReference: reference,
      simulation,
      nowSeconds,
      elapsedSeconds,
      randomBytes: drawBytes,
    }),
    documents,
    consent: createClearConsent(options.clear ?? [], options.onClear),
    evidence: createKeptEvidence({ nowSeconds, elapsedSeconds }),
    relayFor: (signal) => relayOver(access, signal),
    signers() {
      pinned ??= askForSigners(documents).catch((error: unknown) => {
        pinned = null
        throw error
      })
      return pinned
    },
    isFirst(receiptId) {
      const isNew = !receipts.has(receiptId)
      setBounded(receipts, mostReceipts, [receiptId, true])
      return isNew
    },
    settle(verdict, broken = null) {
      options.onVerdict?.(verdict)
      if (verdict.outcome !== 'refused') return
      throw broken === null || failedBesideTheEnd(verdict.checks)
        ? errorOf(verdict, demands, broken?.checks)
        : broken
    },
  }
}
