import type { ShownEvidence } from '#shared/attestation/kinds/evidence-kind.ts'
import { parseTinfoil } from '#shared/attestation/kinds/tinfoil/parse-tinfoil.ts'
import {
  parseCollateral,
  type CollateralDocument,
} from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { parseSnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import { platformOfQuote } from '../../enclave/establish-session.ts'
import type { AmdCertificates } from './amd-certificates.ts'
import type { SignedReleases } from './signed-releases.ts'

/** Who signed about a machine and its code, and is asked for it. */
export interface TinfoilMakers {
  readonly intel: CollateralSource
  readonly amd: AmdCertificates
  readonly releases: SignedReleases
}

/** A document, and what it must be judged by. */
export interface MetTinfoil {
  readonly document: Uint8Array
  readonly nonce: string
  /** SHA-256 of the TLS key that ended the connection, hex. */
  readonly peer: string | null
  readonly repository: string
}

/** What others signed about an enclave, as far as it can be had; whatever is missing is found by who judges. */
export type SignedAboutTinfoil = Pick<ShownEvidence, 'endorsement' | 'code' | 'platform'> & {
  readonly collateral: readonly CollateralDocument[]
}

/**
 * Asks those who signed about an enclave, unless its document carries what they said.
 * @throws {FormatError} for a document that cannot be read
 */
export async function gatherEvidence(
  { document, nonce, repository }: MetTinfoil,
  { intel, amd, releases }: TinfoilMakers,
): Promise<SignedAboutTinfoil> {
  const { carried, platform, report, platformStatement } = parseTinfoil(document, nonce)
  if (carried !== null) return { collateral: [], endorsement: null, code: null, platform: null }
  const isTdx = platform === 'tdx'
  const [documents, endorsement, code, machine] = await Promise.all([
    isTdx ? whereHad(intel.collateralFor(platformOfQuote(parseQuote(report)))) : null,
    isTdx ? null : whereHad(amd.endorsementOf(parseSnpReport(report))),
    whereHad(releases.newestOf(repository)),
    isTdx ? whereHad(releases.newestOf(`tinfoilsh/${platformStatement}`)) : null,
  ])
  return {
    collateral: documents === null ? [] : [documents],
    endorsement,
    code,
    platform: machine,
  }
}

/** The evidence as it is judged. */
export function shownTinfoil(
  { document, nonce, peer }: MetTinfoil,
  { collateral, ...signed }: SignedAboutTinfoil,
  nowSeconds: number,
): ShownEvidence {
  return {
    nonce,
    nowSeconds,
    document,
    peer,
    instances: null,
    opinion: null,
    collateral: collateral.map(parseCollateral),
    ...signed,
  }
}

async function whereHad<Value>(asked: Promise<Value>): Promise<Value | null> {
  return asked.catch(() => null)
}
