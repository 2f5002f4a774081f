import { readHostEvidence } from '#shared/aci/hosts/host-evidence.ts'
import { parseSessionOffer } from '#shared/aci/hosts/audit-session.ts'
import type { CollateralSource } from './collateral-source.ts'
import { platformOfQuote } from '../establish-session.ts'

/**
 * `{"collateral", "session"}`: the session document byte for byte, with what it takes to judge the host's
 * quote, or null where it shows none, or none can be had.
 */
export async function withHostCollateral(
  document: Uint8Array,
  source: CollateralSource,
): Promise<Uint8Array> {
  const collateral = await collateralFor(document, source).catch(() => null)
  const text = `{"collateral":${JSON.stringify(collateral)},"session":`
  return Buffer.concat([Buffer.from(text), document, Buffer.from('}')])
}

async function collateralFor(document: Uint8Array, source: CollateralSource): Promise<unknown> {
  const evidence = readHostEvidence(parseSessionOffer(document).session)
  if (typeof evidence === 'string') return null
  return source.collateralFor(platformOfQuote(evidence.quote))
}
