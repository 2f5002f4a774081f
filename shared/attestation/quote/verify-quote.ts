import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '../../bytes/bytes.ts'
import { checkSame, fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import type { Digest } from '../../digest.ts'
import { FormatError } from '../../errors.ts'
import type { Check } from '../../verdict.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
import type { Collateral } from './parse-collateral.ts'
import { parsePemChain } from '../certificates/parse-pem-chain.ts'
import { readQeReport, type Quote } from './parse-quote.ts'
import { readPckFacts } from './sgx-extension.ts'
import type { AcceptableTcbStatus } from './tcb-statuses.ts'
import { verifyCertificates, type PckChain } from './verify-certificates.ts'
import { verifyCollateral } from './verify-collateral.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import { verifyPlatform } from './verify-platform.ts'

export interface QuotePolicy {
  /** SHA-256 of the root certificate that everything must lead to. */
  readonly root: Digest
  /** A set, not a threshold. */
  readonly acceptedTcbStatuses: ReadonlySet<AcceptableTcbStatus>
}

export interface QuoteInputs {
  readonly quote: Quote
  readonly collateral: Collateral
  /** 64 bytes, recomputed by the caller's rule, never read from the quote. */
  readonly expectedReportData: Uint8Array
  readonly nowSeconds: number
}

/** Intel SGX Root CA, SHA-256 of its DER (PROTOCOL.md §3.2). */
export const intelRoot =
  '44a0196b2b99f889b8e149e95b807a350e7424964399e885a7cbb8ccfab674d3' as Digest

export const requiredQuoteChecks = [
  'quote.root',
  'quote.pck-chain',
  'quote.certificate-dates',
  'quote.crl-signature',
  'quote.crl-dates',
  'quote.revocation',
  'quote.tcb-info-signature',
  'quote.tcb-info-dates',
  'quote.tcb-info-subject',
  'quote.qe-identity-signature',
  'quote.qe-identity-dates',
  'quote.qe-identity-subject',
  'quote.qe-report-signature',
  'quote.qe-report-data',
  'quote.qe-policy',
  'quote.signature',
  'quote.tdx-module',
  'quote.tcb-status',
  'quote.td-debug',
  'quote.td-attributes',
  'quote.report-data',
] as const satisfies readonly CheckId[]

/**
 * Every check of PROTOCOL.md §3.2, each with a name of its own.
 * @throws {FormatError} CERTIFICATE_MALFORMED when the PCK chain in the quote cannot be read
 */
export function verifyQuote(inputs: QuoteInputs, policy: QuotePolicy): readonly Check[] {
  const { quote, collateral, nowSeconds } = inputs
  const chain = readPckChain(quote.pckChainPem)
  const pck = readPckFacts(chain.leaf)
  const qe = readQeReport(quote.quotingEnclave.report)
  return [
    ...verifyCertificates({ pck: chain, collateral, nowSeconds }, policy.root),
    ...verifyCollateral({ collateral, pck, nowSeconds }),
    checkQeSignature(quote, chain),
    checkQeReportData(quote, qe.reportData),
    checkQuoteSignature(quote),
    ...verifyPlatform({ td: quote.td, qe, pck, collateral }, policy.acceptedTcbStatuses),
    checkSame(
      'quote.report-data',
      bytesToHex(quote.td.reportData),
      bytesToHex(inputs.expectedReportData),
    ),
  ]
}

/** @throws {FormatError} CERTIFICATE_MALFORMED unless it is a leaf, its CA and the root */
export function readPckChain(pem: string): PckChain {
  const [leaf, ca, root, ...more] = parsePemChain(pem)
  if (leaf && ca && root && more.length === 0) return { leaf, ca, root }
  throw new FormatError('CERTIFICATE_MALFORMED', quoteReasons.pckChain)
}

function checkQeSignature({ quotingEnclave }: Quote, { leaf }: PckChain): Check {
  const id = 'quote.qe-report-signature'
  const { signature, report } = quotingEnclave
  return verifySigned('ecdsa-sha256', { key: leaf.key, signature, form: 'compact' }, report)
    ? pass(id)
    : fail(id, quoteReasons.pckNotSigned)
}

/** The first half is the digest of attestation key ‖ authentication data, the second zero. */
function checkQeReportData({ attestationKey, quotingEnclave }: Quote, found: Uint8Array): Check {
  const digest = sha256(concatBytes(attestationKey, quotingEnclave.authData))
  const expected = bytesToHex(concatBytes(digest, new Uint8Array(32)))
  return bytesToHex(found) === expected
    ? pass('quote.qe-report-data')
    : fail('quote.qe-report-data', quoteReasons.otherKey)
}

function checkQuoteSignature({ signature, signedBytes, attestationKey }: Quote): Check {
  const id = 'quote.signature'
  const key = { kind: 'p256', point: concatBytes(Uint8Array.of(4), attestationKey) } as const
  return verifySigned('ecdsa-sha256', { key, signature, form: 'compact' }, signedBytes)
    ? pass(id)
    : fail(id, quoteReasons.notSigned)
}
