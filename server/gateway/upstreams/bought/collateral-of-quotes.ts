import type { CollateralDocument } from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import type { CollateralSource } from '../enclave/collateral/collateral-source.ts'
import { platformOfQuote } from '../enclave/establish-session.ts'

/** Intel's documents on the platforms of quotes, once for each kind of platform. @throws {FormatError} for a quote that cannot be read */
export function collateralOfQuotes(
  quotes: readonly Uint8Array[],
  source: CollateralSource,
): Promise<readonly CollateralDocument[]> {
  const platforms = quotes
    .map((quote) => platformOfQuote(parseQuote(quote)))
    .filter(({ fmspc }, index, all) => all.findIndex((each) => each.fmspc === fmspc) === index)
  return Promise.all(platforms.map((platform) => source.collateralFor(platform)))
}
