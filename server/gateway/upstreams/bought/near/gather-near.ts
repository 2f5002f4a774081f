import { parseNearReport, readGpuPayload } from '#shared/attestation/kinds/parse-near-report.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import type { CollateralSource } from '../../enclave/collateral/collateral-source.ts'
import type { GatheredEvidence } from '../bought-provider.ts'
import { collateralOfQuotes } from '../collateral-of-quotes.ts'

/** Intel's documents on the quotes in a report of a host. @throws {FormatError} for a report that cannot be read */
export async function gatherNear(
  document: Uint8Array,
  collateral: CollateralSource,
): Promise<GatheredEvidence> {
  const report = parseNearReport(parseJsonObject(document).value)
  const manager = report.compose_manager_attestation
  const quotes = [report.intel_quote, ...(manager ? [manager.quote] : [])]
  const bytes = quotes.map((hex) => parseHex(hex))
  return { collateral: await collateralOfQuotes(bytes, collateral) }
}

/** GPUs in a report of a host, as NVIDIA's service is asked about them. @throws {FormatError} */
export function nearGpus(document: Uint8Array, nonce: string) {
  const report = parseNearReport(parseJsonObject(document).value)
  return { nonce, evidence: readGpuPayload(report) }
}
