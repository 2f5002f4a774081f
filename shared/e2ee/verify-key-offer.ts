import {
  appraiseReport,
  requiredEnclaveChecks,
  type EnclavePolicy,
  type EstablishedEnclave,
} from '../aci/appraise-report.ts'
import { fail, pass } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { decideVerdict, type Check } from '../verdict.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import type { E2eeClient, ServiceKey } from './e2ee-client.ts'
import { chooseE2eeVersion } from './e2ee-versions.ts'
import type { KeyOffer } from './parse-key-offer.ts'

export const requiredOfferChecks: readonly CheckId[] = [
  ...requiredEnclaveChecks,
  'channel.e2ee-key',
  'aci.e2ee-version',
]

interface OfferInput {
  readonly offer: KeyOffer
  /** Our own, 64 lowercase hex digits, sent with the question. */
  readonly nonce: string
  readonly nowSeconds: number
}

/** An enclave to encrypt to, or why there is none. */
export interface OfferAppraisal {
  readonly checks: readonly Check[]
  readonly ready: ReadyEnclave | null
}

export interface ReadyEnclave {
  readonly enclave: EstablishedEnclave
  readonly serviceKey: ServiceKey
  readonly client: E2eeClient
  /** The model's name at the enclave, as the gateway says it: the receipt will name it. */
  readonly upstreamModel: string
}

/** A key that arrives beside a quote and is not bound by it is nobody's key. */
export function verifyKeyOffer(
  { offer, nonce, nowSeconds }: OfferInput,
  policy: EnclavePolicy,
): OfferAppraisal {
  const { report, collateral, algo, public_key } = offer
  const { checks, enclave } = appraiseReport({ report, collateral, nonce, nowSeconds }, policy)
  if (enclave === null) return { checks, ready: null }
  const isBound = enclave.keyset.e2ee_public_keys.some(
    (key) => key.algo === algo && key.public_key === public_key,
  )
  const client = chooseE2eeVersion(enclave.e2eeVersions)
  const all = [
    ...checks,
    isBound
      ? pass('channel.e2ee-key')
      : fail('channel.e2ee-key', encryptionProblems.keyNotInKeyset),
    client
      ? pass('aci.e2ee-version', client.version)
      : fail('aci.e2ee-version', encryptionProblems.unknownVersion),
  ]
  if (client === null || decideVerdict(all, requiredOfferChecks).kind !== 'verified') {
    return { checks: all, ready: null }
  }
  const serviceKey = { algo, publicKey: public_key }
  return {
    checks: all,
    ready: { enclave, serviceKey, client, upstreamModel: offer.upstream_model },
  }
}
