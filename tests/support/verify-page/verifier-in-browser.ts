import { parseCollateral } from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import {
  intelRoot,
  requiredQuoteChecks,
  verifyQuote,
} from '#shared/attestation/quote/verify-quote.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { decideVerdict, type Verdict } from '#shared/verdict.ts'
import { judgeRecording } from '../../../server/commands/attest/judge-recording.ts'
import { runAciVectors } from '../enclave/run-aci-vectors.ts'

// What a page loads to run the verifier as it stands; built by tests/e2e/verify/verifier-in-browser.test.ts.

export interface RealQuote {
  readonly quote: string
  readonly collateral: unknown
  readonly verification_time: number
}

/** A recording, as text can carry it into a page. */
export interface PortableRecording {
  readonly provider: string
  readonly model: string
  readonly nonce: string
  readonly at: number
  readonly responses: readonly {
    readonly url: string
    /** One character a byte. */
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
    readonly peer: string | null
  }[]
}

export interface JudgedInBrowser {
  readonly kind: string
  /** Names of all checks with how each ended, in their order. */
  readonly checks: readonly string[]
}

export interface VerifierInBrowser {
  readonly runAciVectors: typeof runAciVectors
  readonly judgeQuote: (real: RealQuote) => Verdict['kind']
  readonly judgeRecorded: (recording: PortableRecording) => JudgedInBrowser
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

function judgeRecorded(recording: PortableRecording): JudgedInBrowser {
  const { kind, checks } = judgeRecording(
    {
      ...recording,
      responses: recording.responses.map(({ url, body, headers, peer }) => ({
        url,
        body: Uint8Array.from(body, (character) => character.charCodeAt(0)),
        header: (name) => headers[name] ?? '',
        peer,
      })),
    },
    null,
  )
  return { kind, checks: checks.map(({ id, subject, status }) => `${status} ${id} ${subject}`) }
}

const verifier: VerifierInBrowser = { runAciVectors, judgeQuote, judgeRecorded }
Object.assign(globalThis, { verifier })
