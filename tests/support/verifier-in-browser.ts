import { parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import {
  intelRoot,
  requiredQuoteChecks,
  verifyQuote,
} from '#shared/attestation/quote/verify-quote.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { decideVerdict, type Verdict } from '#shared/verdict.ts'
import { runAciVectors } from './run-aci-vectors.ts'

// What a page loads to run the verifier as it stands; built by tests/e2e/vectors-in-browser.test.ts.

export interface RealQuote {
  readonly quote: string
  readonly collateral: unknown
  readonly verification_time: number
}

export interface VerifierInBrowser {
  readonly runAciVectors: typeof runAciVectors
  readonly judgeQuote: (real: RealQuote) => Verdict['kind']
}

function judgeQuote({ quote: hex, collateral, verification_time }: RealQuote): Verdict['kind'] {
  const quote = parseQuote(parseHex(hex))
  const checks = verifyQuote(
    {
      quote,
      collateral: parseCollateral(collateral),
      expectedReportData: quote.td.reportData,
      nowSeconds: verification_time,
    },
    { root: intelRoot, acceptedTcbStatuses: new Set(['UpToDate']) },
  )
  return decideVerdict(checks, requiredQuoteChecks).kind
}

const verifier: VerifierInBrowser = { runAciVectors, judgeQuote }
Object.assign(globalThis, { verifier })
