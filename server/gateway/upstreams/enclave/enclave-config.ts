import { join } from 'node:path'
import * as Type from 'typebox'
import {
  parseReferenceValues,
  ReferenceValuesSchema,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { FormatError } from '#shared/errors.ts'
import { ConfigError } from '../../common/config-error.ts'
import { timeoutsOf, upstreamMembers, type UpstreamDeps } from '../../common/upstream-adapter.ts'
import {
  createCachedCollateral,
  createFileCollateral,
  type CollateralSource,
} from './collateral/collateral-source.ts'
import type { EnclaveOptions } from './enclave-upstream.ts'
import type { AttestedSession } from './establish-session.ts'
import { intelService } from './collateral/fetch-collateral.ts'

const defaultSessionSeconds = 600

/** What every upstream that is an enclave has in the configuration. */
export const enclaveConfigMembers = {
  ...upstreamMembers,
  reference_values: ReferenceValuesSchema,
  collateral_url: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: 'Base address of a PCCS. Default: Intel’s own service.',
    }),
  ),
  collateral_file: Type.Optional(
    Type.String({
      description:
        'File with the collateral, for a gateway without a way out; replaces the address.',
    }),
  ),
  tls_ca: Type.Optional(
    Type.String({ description: 'PEM of certificate authorities known beside the built-in ones.' }),
  ),
  session_seconds: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description: `Longest use of one attestation. Default ${defaultSessionSeconds}.`,
    }),
  ),
}

type EnclaveConfig = Type.Static<Type.TObject<typeof enclaveConfigMembers>>

/** All but whose hardware is believed, which the kind of upstream decides. */
export function enclaveOptions(
  config: EnclaveConfig,
  deps: UpstreamDeps,
): Omit<EnclaveOptions, 'policy' | 'simulationRoot'> {
  const { key, answerBytes, inTurn, nowSeconds, monotonicMs, logger } = deps
  return {
    id: config.id,
    baseUrl: config.base_url,
    key,
    collateral: collateralOf(config, deps),
    authorities: config.tls_ca === undefined ? [] : [config.tls_ca],
    timeouts: timeoutsOf(config),
    answerBytes,
    inTurn,
    countsTokens: config.counts_tokens ?? false,
    sessionSeconds: config.session_seconds ?? defaultSessionSeconds,
    report: (outcome) => logAttestation(config.id, outcome, logger),
    nowSeconds,
    monotonicMs,
  }
}

/** @throws {ConfigError} */
export function referenceValuesOf({ id, reference_values }: EnclaveConfig): ReferenceValues {
  try {
    return parseReferenceValues(reference_values)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new ConfigError(
      `upstream "${id}" reference_values`,
      error.message,
      'See server/gateway/upstreams/enclave/README.md for what must be pinned',
    )
  }
}

function collateralOf(
  { collateral_file, collateral_url }: EnclaveConfig,
  { dataDir, nowSeconds }: UpstreamDeps,
): CollateralSource {
  if (collateral_file !== undefined) return createFileCollateral(collateral_file)
  return createCachedCollateral({
    service: collateral_url ?? intelService,
    folder: join(dataDir, 'collateral'),
    nowSeconds,
  })
}

/** Digests, ids and dates: nothing of it is secret. */
function logAttestation(
  upstream: string,
  outcome: AttestedSession | readonly RefusedCheck[],
  logger: UpstreamDeps['logger'],
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
