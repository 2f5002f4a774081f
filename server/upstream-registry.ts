import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import {
  hardwarePolicy,
  simulationPolicy,
  type EnclavePolicy,
} from '#shared/aci/appraise-report.ts'
import {
  parseReferenceValues,
  type ReferenceValues,
} from '#shared/attestation/parse-reference-values.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { sha256Digest } from '#shared/digest.ts'
import { FormatError } from '#shared/errors.ts'
import { ConfigError } from './config/config-error.ts'
import type { EnclaveConfig, UpstreamConfig } from './config/gateway-config-schema.ts'
import { upstreamKey } from './config/load-config.ts'
import {
  createCachedCollateral,
  createFileCollateral,
  type CollateralSource,
} from './enclave/collateral-source.ts'
import { intelService } from './enclave/fetch-collateral.ts'
import type { AttestedSession } from './enclave/establish-session.ts'
import type { SafeLogger } from './safe-logger.ts'
import type { InTurn, Upstream } from './upstream.ts'
import { createAci } from './upstreams/aci.ts'
import { createOpenaiCompatible } from './upstreams/openai-compatible.ts'

const defaultTimeoutMs = 600_000
const defaultSessionSeconds = 600

export interface UpstreamDeps {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly dataDir: string
  readonly monotonicMs: () => number
  readonly nowSeconds: () => number
  readonly logger: SafeLogger
  /** Longest buffered answer. */
  readonly answerBytes: number
  readonly inTurn: InTurn
}

/**
 * One upstream of the configuration, by its `kind`. A new kind is one file and one case here.
 * @throws {ConfigError}
 */
export function createUpstream(config: UpstreamConfig, deps: UpstreamDeps): Upstream {
  switch (config.kind) {
    case 'openai':
      return createOpenaiCompatible({
        id: config.id,
        mode: config.mode,
        baseUrl: config.base_url,
        key: upstreamKey(config, deps.variables),
        timeoutMs: config.timeout_ms ?? defaultTimeoutMs,
        answerBytes: deps.answerBytes,
        monotonicMs: deps.monotonicMs,
      })
    case 'aci':
    case 'aci-simulated':
      return createAci({
        id: config.id,
        baseUrl: config.base_url,
        key: upstreamKey(config, deps.variables),
        policy: policyOf(config),
        collateral: collateralOf(config, deps),
        authorities: config.tls_ca === undefined ? [] : [config.tls_ca],
        simulationRoot: config.kind === 'aci' ? null : config.simulation_root,
        timeoutMs: config.timeout_ms ?? defaultTimeoutMs,
        answerBytes: deps.answerBytes,
        inTurn: deps.inTurn,
        sessionSeconds: config.session_seconds ?? defaultSessionSeconds,
        report: (outcome) => logAttestation(config.id, outcome, deps.logger),
        nowSeconds: deps.nowSeconds,
        monotonicMs: deps.monotonicMs,
      })
  }
}

function policyOf(config: EnclaveConfig): EnclavePolicy {
  const reference = referenceOf(config)
  if (config.kind === 'aci') return hardwarePolicy(reference)
  try {
    const { raw } = new X509Certificate(config.simulation_root)
    return simulationPolicy(reference, sha256Digest(raw))
  } catch {
    throw new ConfigError(
      `upstream "${config.id}" simulation_root`,
      'is no certificate',
      'Copy the PEM that the simulated enclave prints when it starts',
    )
  }
}

function referenceOf({ id, reference_values: values }: EnclaveConfig): ReferenceValues {
  try {
    return parseReferenceValues(values)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ConfigError(
      `upstream "${id}" reference_values`,
      error.message,
      'See server/enclave/README.md for what must be pinned',
    )
  }
}

function collateralOf(
  config: EnclaveConfig,
  { dataDir, nowSeconds }: UpstreamDeps,
): CollateralSource {
  if (config.collateral_file !== undefined) return createFileCollateral(config.collateral_file)
  return createCachedCollateral({
    service: config.collateral_url ?? intelService,
    folder: join(dataDir, 'collateral'),
    nowSeconds,
  })
}

/** Digests, ids and dates: nothing of it is secret. */
function logAttestation(
  upstream: string,
  outcome: AttestedSession | readonly RefusedCheck[],
  logger: SafeLogger,
): void {
  if ('enclave' in outcome) {
    const { enclave, channel, expiresAt } = outcome
    const { measurement, digest: keyset } = enclave
    logger.debug({ upstream, measurement, keyset, channel, expiresAt }, 'the enclave is verified')
    return
  }
  const checks = outcome.map(({ id, status, reason }) => `${id} ${status}: ${reason}`)
  logger.warn({ upstream, checks }, 'the enclave is not verified: nothing is sent to it')
}
