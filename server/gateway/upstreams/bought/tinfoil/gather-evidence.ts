import { parseTinfoil } from '#shared/attestation/kinds/tinfoil/parse-tinfoil.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { parseSnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import type { SnpEndorsement } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import { platformOfQuote } from '../../enclave/establish-session.ts'
import type { GatheredEvidence } from '../bought-provider.ts'
import type { AmdCertificates } from './amd-certificates.ts'
import type { SignedReleases } from './signed-releases.ts'

/** Who signed about a machine and its code, and is asked for it. */
export interface TinfoilMakers {
  readonly intel: CollateralSource
  readonly amd: AmdCertificates
  readonly releases: SignedReleases
  /** `owner/name` of the code that must run. */
  readonly repository: string
}

/**
 * Asks those who signed about an enclave, unless its document carries what they said. What cannot be had is left out, and named
 * by whoever judges.
 * @throws {FormatError} for a document that cannot be read
 */
export async function gatherEvidence(
  document: Uint8Array,
  nonce: string,
  { intel, amd, releases, repository }: TinfoilMakers,
): Promise<GatheredEvidence> {
  const { carried, platform, report, platformStatement } = parseTinfoil(document, nonce)
  if (carried !== null) return { collateral: [], repository }
  const isTdx = platform === 'tdx'
  const [collateral, endorsement, code, machine] = await Promise.all([
    isTdx ? whereHad(intel.collateralFor(platformOfQuote(parseQuote(report)))) : null,
    isTdx ? null : whereHad(amd.endorsementOf(parseSnpReport(report))),
    whereHad(releases.newestOf(repository)),
    isTdx ? whereHad(releases.newestOf(`tinfoilsh/${platformStatement}`)) : null,
  ])
  return {
    collateral: collateral === null ? [] : [collateral],
    repository,
    ...(endorsement === null ? {} : { endorsement: written(endorsement) }),
    ...(code === null ? {} : { code }),
    ...(machine === null ? {} : { platform: machine }),
  }
}

function written({ vcek, chain, crl }: SnpEndorsement) {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return { vcek: base64(vcek), chain, crl: crl === null ? null : base64(crl) }
}

function whereHad<Value>(asked: Promise<Value>): Promise<Value | null> {
  return asked.catch(() => null)
}
