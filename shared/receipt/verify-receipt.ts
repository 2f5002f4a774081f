import { canonicalJson, type Json } from '../canonical-json.ts'
import { bothSides, checkSides, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { sha256Digest } from '../digest.ts'
import { isEnclaveMode, isSimulation } from '../modes.ts'
import type { Check } from '../verdict.ts'
import { showTime } from '../text/show-time.ts'
import * as receiptProblems from '../words/english/formats/receipt-problems.ts'
import { recoverAddress } from './eip191.ts'
import type { Receipt } from './parse-receipt.ts'
import type { SignerHistory } from './parse-signer-history.ts'

export interface ReceiptPolicy {
  /** `accept-in-development` is for a reader who switched development mode on. */
  readonly simulatedEnclave: 'reject' | 'accept-in-development'
}

/** What a verified receipt must have passed, whatever its mode. */
export const requiredReceiptChecks = [
  'receipt.digest',
  'receipt.signature',
  'receipt.signer',
  'receipt.time',
  'receipt.enclave',
  'receipt.hardware',
] as const satisfies readonly CheckId[]

/**
 * @param trust what the reader knows by itself; nothing of it may come from the receipt's file. Null
 * while the reader has named no signer: then who signed is skipped.
 * @param nowSeconds Unix seconds of the reader's clock
 */
export function verifyReceipt(
  receipt: Receipt,
  trust: SignerHistory | null,
  policy: ReceiptPolicy,
  nowSeconds: number,
): readonly Check[] {
  const signedBy = recoverAddress(receipt.digest, receipt.signature, receipt.signer)
  return [
    checkSides(
      'receipt.digest',
      ['signed', receipt.digest],
      ['computed', sha256Digest(canonicalJson(receipt.body as unknown as Json))],
    ),
    checkSignature(receipt, signedBy),
    checkSigner(receipt, signedBy, trust),
    checkTime(receipt, nowSeconds),
    checkEnclave(receipt),
    checkHardware(receipt, policy),
  ]
}

function checkSignature(receipt: Receipt, signedBy: string | null): Check {
  if (signedBy === null) return fail('receipt.signature', receiptProblems.notCanonical)
  return checkSides(
    'receipt.signature',
    ['named', receipt.signer],
    [receiptProblems.signedBy, signedBy],
  )
}

function checkSigner(
  receipt: Receipt,
  signedBy: string | null,
  trust: SignerHistory | null,
): Check {
  const id = 'receipt.signer'
  if (signedBy === null) return fail(id, receiptProblems.signedByNobody)
  if (trust === null) return skip(id, receiptProblems.noSignerNamed)
  const issuedAt = Date.parse(receipt.body.issuedAt)
  const { current, retired } = trust
  const revokedFrom = revocationOf(signedBy, trust)
  if (revokedFrom !== null && issuedAt >= Date.parse(revokedFrom)) {
    return fail(id, receiptProblems.revoked(signedBy, showTime(revokedFrom)))
  }
  if (signedBy === current.address.toLowerCase()) {
    const from = current.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(current.from)
    if (issuedAt >= from) return pass(id, receiptProblems.inUse)
  }
  const terms = retired.filter(({ address }) => address.toLowerCase() === signedBy)
  if (
    terms.some(({ from, until }) => issuedAt >= Date.parse(from) && issuedAt < Date.parse(until))
  ) {
    return pass(id, receiptProblems.retired)
  }
  const isKnown = terms.length > 0 || signedBy === current.address.toLowerCase()
  return fail(
    id,
    isKnown
      ? receiptProblems.notInUse(signedBy, showTime(receipt.body.issuedAt))
      : bothSides(
          [receiptProblems.signedBy, signedBy],
          [receiptProblems.signerInUse, current.address.toLowerCase()],
        ),
  )
}

/** Difference between the signer's clock and the reader's that is no fault, in seconds. */
const clockSkew = 300

function checkTime({ body }: Receipt, nowSeconds: number): Check {
  const id = 'receipt.time'
  if (Date.parse(body.issuedAt) / 1000 <= nowSeconds + clockSkew) return pass(id)
  return fail(id, receiptProblems.future(showTime(body.issuedAt)))
}

/** The earliest one: an address that had several terms is one key. */
function revocationOf(address: string, { retired }: SignerHistory): string | null {
  const times = retired.flatMap((signer) =>
    signer.address.toLowerCase() === address && signer.revokedFrom !== undefined
      ? [signer.revokedFrom]
      : [],
  )
  return times.toSorted()[0] ?? null
}

function checkEnclave({ body }: Receipt): Check {
  const id = 'receipt.enclave'
  if (isEnclaveMode(body.mode) === (body.enclave !== undefined)) return pass(id)
  return fail(
    id,
    body.enclave === undefined
      ? receiptProblems.noEnclave(body.mode)
      : receiptProblems.withEnclave(body.mode),
  )
}

function checkHardware({ body }: Receipt, policy: ReceiptPolicy): Check {
  const id = 'receipt.hardware'
  if (!isSimulation(body.enclave?.verifiedBy)) {
    return pass(id, body.enclave === undefined ? receiptProblems.claimsNone(body.mode) : undefined)
  }
  return policy.simulatedEnclave === 'accept-in-development'
    ? pass(id, receiptProblems.simulatedAccepted)
    : skip(id, receiptProblems.simulated)
}
