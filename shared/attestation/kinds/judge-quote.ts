import { bytesToHex } from '../../bytes/bytes.ts'
import { checkSame } from '../../checks.ts'
import { ownChecks, refused, type EvidenceCheck } from '../../evidence-check.ts'
import * as providerReasons from '../../words/english/evidence/provider-reasons.ts'
import { parseQuote, type Quote } from '../quote/parse-quote.ts'
import { readPckFacts } from '../quote/sgx-extension.ts'
import { readPckChain, verifyQuote } from '../quote/verify-quote.ts'
import type { ShownEvidence, EvidencePolicy } from './evidence-kind.ts'

export interface JudgedQuote {
  readonly quote: Quote
  readonly checks: readonly EvidenceCheck[]
}

/**
 * Judges a quote with the collateral of its own kind of platform, of which one answer may show several.
 * @param reportData 64 bytes, recomputed from the reader's nonce and the keys beside the quote
 * @throws {FormatError} QUOTE_MALFORMED, CERTIFICATE_MALFORMED
 */
export function judgeQuote(
  bytes: Uint8Array,
  reportData: Uint8Array,
  [{ collateral, nowSeconds }, policy]: readonly [ShownEvidence, EvidencePolicy],
): JudgedQuote {
  const quote = parseQuote(bytes)
  const { fmspc } = readPckFacts(readPckChain(quote.pckChainPem).leaf)
  const own = collateral.find(({ tcbInfo }) => tcbInfo.content.fmspc.toUpperCase() === fmspc)
  if (own === undefined) {
    const binding = checkSame(
      'quote.report-data',
      bytesToHex(quote.td.reportData),
      bytesToHex(reportData),
    )
    const reason = providerReasons.noIntel(fmspc)
    return { quote, checks: [refused('evidence.collateral', reason), ...ownChecks([binding])] }
  }
  const inputs = { quote, collateral: own, expectedReportData: reportData, nowSeconds }
  return { quote, checks: ownChecks(verifyQuote(inputs, policy.quote)) }
}
