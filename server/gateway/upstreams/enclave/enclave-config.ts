import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import { upstreamProblems } from '#shared/words/english/configuration/upstream-problems.ts'
import { operatorLog } from '#shared/words/english/programs/operator-log.ts'
import { join } from 'node:path'
import * as Type from 'typebox'
import {
  parseReferenceValues,
  ReferenceValuesSchema,
  type ReferenceValues,
} from '#shared/attestation/appraise/parse-reference-values.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { FormatError } from '#shared/errors.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
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

/** What every upstream has in the configuration that is an enclave on a processor of Intel's. */
export const attestedConfigMembers = {
  ...upstreamMembers,
  collateral_url: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#]+$',
      description: upstreamMemberWords.pccs,
    }),
  ),
  collateral_file: Type.Optional(
    Type.String({
      description: upstreamMemberWords.collateralFile,
    }),
  ),
  tls_ca: Type.Optional(Type.String({ description: upstreamMemberWords.authorities })),
  session_seconds: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 86_400,
      description: upstreamMemberWords.sessionSeconds(defaultSessionSeconds),
    }),
  ),
}

/** The same of one that speaks ACI. */
export const enclaveConfigMembers = {
  ...attestedConfigMembers,
  reference_values: ReferenceValuesSchema,
}

type AttestedConfig = Type.Static<Type.TObject<typeof attestedConfigMembers>>
type EnclaveConfig = Type.Static<Type.TObject<typeof enclaveConfigMembers>>

/** All but whose hardware is believed, which the kind of upstream decides. */
export function enclaveOptions(
  config: EnclaveConfig,
  deps: UpstreamDeps,
): Omit<EnclaveOptions, 'policy' | 'simulationRoot'> {
  return {
    ...attestedOptions(config, deps),
    inTurn: deps.inTurn,
    countsTokens: config.counts_tokens ?? false,
    report: (outcome) => logAttestation(config.id, outcome, deps.logger),
  }
}

/** How an enclave is reached, and by what its processor is judged. */
export function attestedOptions(config: AttestedConfig, deps: UpstreamDeps) {
  const { key, answerBytes, nowSeconds, monotonicMs } = deps
  return {
    id: config.id,
    baseUrl: config.base_url,
    key,
    collateral: collateralOf(config, deps),
    authorities: config.tls_ca === undefined ? [] : [config.tls_ca],
    timeouts: timeoutsOf(config),
    answerBytes,
    sessionSeconds: config.session_seconds ?? defaultSessionSeconds,
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
      upstreamProblems.seePins,
    )
  }
}

function collateralOf(
  { collateral_file, collateral_url }: AttestedConfig,
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
    logger.debug({ upstream, measurement, keyset, channel, expiresAt }, boughtReasons.verified)
    return
  }
  logRefusal(upstream, outcome, logger)
}

export function logRefusal(
  upstream: string,
  refused: readonly RefusedCheck[],
  logger: UpstreamDeps['logger'],
): void {
  const checks = refused.map(({ id, status, reason }) => `${id} ${status}: ${reason}`)
  logger.warn({ upstream, checks }, operatorLog.nothingSent)
}
