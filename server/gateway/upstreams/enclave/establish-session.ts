import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { randomBytes } from 'node:crypto'
import {
  appraiseReport,
  requiredEnclaveChecks,
  type EnclavePolicy,
  type EstablishedEnclave,
} from '#shared/aci/appraise-report.ts'
import { tlsKeysFor } from '#shared/aci/parse-keyset.ts'
import { parseReport } from '#shared/aci/parse-report.ts'
import { refusedChecks, type RefusedCheck } from '#shared/aci/six-verifications.ts'
import { collateralEnds, parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import type { Quote } from '#shared/attestation/quote/parse-quote.ts'
import { readPckChain } from '#shared/attestation/quote/verify-quote.ts'
import { readPckFacts } from '#shared/attestation/quote/sgx-extension.ts'
import { fail, pass, skip } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import { chooseE2eeVersion } from '#shared/e2ee/e2ee-versions.ts'
import { chooseServiceKey } from '#shared/e2ee/choose-service-key.ts'
import { FormatError } from '#shared/errors.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'
import { mismatchWords } from '#shared/words/english/configuration/mismatch-words.ts'
import type { CollateralSource } from './collateral/collateral-source.ts'
import { fetchReport, ReportRefused, type EnclaveAddress } from './enclave-client.ts'
import type { PlatformName } from './collateral/fetch-collateral.ts'
import type { Line } from './connection/lines.ts'
import type { PeerKey } from './connection/open-connection.ts'

/** An enclave that was verified, and how it is reached. */
export interface AttestedSession {
  readonly enclave: EstablishedEnclave
  /** `tls`: the connection's key is in the keyset. `e2ee`: only encryption leads to the enclave. */
  readonly channel: 'tls' | 'e2ee'
  readonly checks: readonly Check[]
  /** Which checks made it one. */
  readonly required: readonly CheckId[]
  /** Unix seconds of its attestation. */
  readonly since: number
  /** Unix seconds. */
  readonly expiresAt: number
}

/** The enclave could not be verified. What failed is said by the checks alone. */
export class EnclaveUnverified extends Error {
  override readonly name = 'EnclaveUnverified'
  readonly checks: readonly RefusedCheck[]

  constructor(checks: readonly RefusedCheck[]) {
    super(enclaveReasons.notVerified)
    this.checks = checks
  }
}

export interface EstablishDeps {
  readonly address: EnclaveAddress
  readonly policy: EnclavePolicy
  readonly collateral: CollateralSource
  readonly nowSeconds: () => number
  readonly timeoutMs: number
  /** Longest use of a session, whatever the keyset says, in seconds. */
  readonly longestUseSeconds: number
  /** `tls`: an enclave that names no TLS key is refused. */
  readonly channel: 'any' | 'tls'
}

/**
 * Whoever is at the other end of a connection, with every check.
 * @throws {EnclaveUnverified}
 */
export async function establishSession(line: Line, deps: EstablishDeps): Promise<AttestedSession> {
  const { checks, required, enclave, channel, collateral, at } = await judgeLine(line, deps)
  if (enclave === null || channel === null || decideVerdict(checks, required).kind !== 'verified') {
    throw new EnclaveUnverified(refusedChecks(checks, required))
  }
  return {
    enclave,
    channel,
    checks,
    required,
    since: at,
    expiresAt: Math.min(
      enclave.keyset.not_after,
      collateralEnds(parseCollateral(collateral)),
      at + deps.longestUseSeconds,
    ),
  }
}

/**
 * A report with a fresh nonce, collateral, and every check, whatever it finds.
 * @throws {EnclaveUnverified} for what cannot be had
 */
export async function judgeLine(line: Line, deps: EstablishDeps) {
  const nonce = randomBytes(32).toString('hex')
  const report = await fetchReport({ ...deps, line, nonce }).catch((error: unknown) => {
    throw noReport(error)
  })
  const collateral = await collateralOf(report, deps.collateral)
  const at = deps.nowSeconds()
  const evidence = { report, collateral, nonce, nowSeconds: at }
  const { checks, enclave } = appraiseReport(evidence, deps.policy)
  const channel = enclave === null ? null : checkChannel(enclave, deps, line.peer)
  return {
    report,
    collateral,
    at,
    checks: [...checks, ...(channel?.checks ?? [])],
    required: [...requiredEnclaveChecks, ...(channel?.required ?? [])],
    enclave,
    channel: channel?.kind ?? null,
  }
}

async function collateralOf(report: Uint8Array, source: CollateralSource): Promise<unknown> {
  let platform: PlatformName
  try {
    platform = platformOfQuote(parseReport(report).quote)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw unavailable('evidence.format', `${error.code}: ${error.message}`)
  }
  try {
    return await source.collateralFor(platform)
  } catch (error) {
    throw unavailable('evidence.format', enclaveReasons.noCollateral(reasonOf(error)))
  }
}

/** Which collateral a quote needs. @throws {FormatError} */
export function platformOfQuote({ pckChainPem }: Quote): PlatformName {
  const { leaf, ca } = readPckChain(pckChainPem)
  const { fmspc } = readPckFacts(leaf)
  return { fmspc, ca: ca.commonName.includes('Processor') ? 'processor' : 'platform' }
}

/** An enclave that names TLS keys for this host must be met under one of them. */
function checkChannel(
  enclave: EstablishedEnclave,
  { address, channel }: Pick<EstablishDeps, 'address' | 'channel'>,
  { spki }: PeerKey,
) {
  const keys = tlsKeysFor(enclave.keyset, address.host)
  if (keys.length > 0 || channel === 'tls') {
    const check =
      spki !== null && keys.includes(spki)
        ? pass('channel.tls')
        : fail('channel.tls', enclaveReasons.keyNotAttested(spki))
    return { kind: 'tls' as const, checks: [check], required: ['channel.tls'] as const }
  }
  const canEncrypt =
    chooseE2eeVersion(enclave.e2eeVersions) !== null && chooseServiceKey(enclave.keyset) !== null
  return {
    kind: 'e2ee' as const,
    checks: [
      skip('channel.tls', enclaveReasons.namesNoTlsKey),
      canEncrypt
        ? pass('channel.e2ee-key')
        : fail('channel.e2ee-key', enclaveReasons.unknownEncryption),
    ],
    required: ['channel.e2ee-key'] as const,
  }
}

export function noReport(error: unknown): EnclaveUnverified {
  return unavailable('evidence.format', enclaveReasons.noReportBecause(reasonOf(error)))
}

function unavailable(id: CheckId, reason: string): EnclaveUnverified {
  return new EnclaveUnverified(refusedChecks([fail(id, reason)], requiredEnclaveChecks))
}

/** Codes and own words: another message could repeat what the other end sent. */
function reasonOf(error: unknown): string {
  if (error instanceof ReportRefused) return error.message
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? mismatchWords.unknownReason)
}
