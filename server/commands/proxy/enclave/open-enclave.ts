import { hardwarePolicy, simulationPolicy } from '#shared/aci/appraise-report.ts'
import type { EstablishedEnclave } from '#shared/aci/appraise-report.ts'
import type { ReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { parsePemChain } from '#shared/attestation/certificates/parse-pem-chain.ts'
import { sha256Digest } from '#shared/digest.ts'
import { OfferRefused } from '#shared/exchange/verified-enclaves.ts'
import { ConfigError } from '../../../gateway/common/config-error.ts'
import { createEnclaveUpstream } from '../../../gateway/upstreams/enclave/enclave-upstream.ts'
import {
  fetchCollateral,
  intelService,
} from '../../../gateway/upstreams/enclave/collateral/fetch-collateral.ts'
import { createInTurn } from '../../../gateway/common/in-turn.ts'
import { timeoutsOf } from '../../../gateway/common/upstream-adapter.ts'
import type { Upstream } from '../../../gateway/common/upstream.ts'
import { madeHere } from './ask-enclave.ts'
import type { DirectEnclave } from '../parse-proxy-options.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

interface OpenEnclaveDeps {
  readonly reference: ReferenceValues
  readonly nowSeconds: () => number
  readonly monotonicMs: () => number
  /** Through which proxy an address is reached; null for straight there. */
  readonly throughFor: (address: string) => URL | null
}

interface OpenedEnclave {
  readonly upstream: Upstream
  readonly established: EstablishedEnclave
}

const answerBytes = 64 * 1024 * 1024
const sessionSeconds = 600

/**
 * The enclave, verified before anything is sent to it: it is met under a TLS key that its quote binds, or not
 * at all. Nothing is kept, the collateral neither.
 * @throws {OfferRefused} with the checks that do not hold
 */
export async function openEnclave(
  { url, key, collateralUrl, simulationRoot }: DirectEnclave,
  { reference, nowSeconds, monotonicMs, throughFor }: OpenEnclaveDeps,
): Promise<OpenedEnclave> {
  const service = collateralUrl ?? intelService
  const upstream = createEnclaveUpstream({
    id: 'enclave',
    baseUrl: url,
    key,
    policy:
      simulationRoot === null
        ? hardwarePolicy(reference)
        : simulationPolicy(reference, rootOf(simulationRoot)),
    through: throughFor(url),
    collateral: {
      collateralFor: (platform) => fetchCollateral(service, platform, throughFor(service)),
    },
    // Which key it proves to hold is the question, and no authority's word an answer.
    authorities: [],
    simulationRoot,
    timeouts: timeoutsOf({}),
    answerBytes,
    inTurn: createInTurn(),
    channel: 'tls',
    mostAttestations: 1,
    sessionSeconds,
    report: () => {},
    nowSeconds,
    monotonicMs,
  })
  await upstream.enclave?.warmUp()
  const established = upstream.enclave?.door?.established() ?? null
  if (established !== null) return { upstream, established }
  const state = upstream.availability()
  await upstream.close()
  throw new OfferRefused(
    !state.available && state.kind === 'unverified' ? madeHere(state.checks) : [],
  )
}

function rootOf(pem: string) {
  try {
    const [certificate] = parsePemChain(pem)
    if (certificate !== undefined) return sha256Digest(certificate.der)
  } catch {
    // Said below.
  }
  throw new ConfigError('--simulation-root', words.notCertificate, words.notCertificateFix)
}
