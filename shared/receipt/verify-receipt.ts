import { canonicalJson, type Json } from '../canonical-json.ts'
import { bothSides, checkSides, fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { sha256Digest } from '../digest.ts'
import { isEnclaveMode, isSimulation } from '../modes.ts'
import type { Check } from '../verdict.ts'
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
  if (signedBy === null) return fail('receipt.signature', 'it is not a canonical EIP-191 signature')
  return checkSides('receipt.signature', ['named', receipt.signer], ['signed by', signedBy])
}

function checkSigner(
  receipt: Receipt,
  signedBy: string | null,
  trust: SignerHistory | null,
): Check {
  const id = 'receipt.signer'
  if (signedBy === null) return fail(id, 'nobody signed it')
  if (trust === null) return skip(id, 'the reader named no signer')
  const issuedAt = Date.parse(receipt.body.issuedAt)
  const { current, retired } = trust
  const revokedFrom = revocationOf(signedBy, trust)
  if (revokedFrom !== null && issuedAt >= Date.parse(revokedFrom)) {
    return fail(id, `${signedBy} was revoked, from ${revokedFrom} on`)
  }
  if (signedBy === current.address.toLowerCase()) {
    const from = current.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(current.from)
    if (issuedAt >= from) return pass(id, 'the signer in use')
  }
  const terms = retired.filter(({ address }) => address.toLowerCase() === signedBy)
  if (
    terms.some(({ from, until }) => issuedAt >= Date.parse(from) && issuedAt < Date.parse(until))
  ) {
    return pass(id, 'a retired signer, at a time when it was in use')
  }
  const isKnown = terms.length > 0 || signedBy === current.address.toLowerCase()
  return fail(
    id,
    isKnown
      ? `${signedBy} was not in use at ${receipt.body.issuedAt}`
      : bothSides(['signed by', signedBy], ['signer in use', current.address.toLowerCase()]),
  )
}

/** Difference between the signer's clock and the reader's that is no fault, in seconds. */
const clockSkew = 300

function checkTime({ body }: Receipt, nowSeconds: number): Check {
  const id = 'receipt.time'
  if (Date.parse(body.issuedAt) / 1000 <= nowSeconds + clockSkew) return pass(id)
  return fail(id, `it says ${body.issuedAt}, which is later than this clock says`)
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
      ? `mode ${body.mode} without an enclave`
      : `mode ${body.mode} with an enclave`,
  )
}

function checkHardware({ body }: Receipt, policy: ReceiptPolicy): Check {
  const id = 'receipt.hardware'
  if (!isSimulation(body.enclave?.verifiedBy)) {
    return pass(id, body.enclave === undefined ? `mode ${body.mode} claims none` : undefined)
  }
  return policy.simulatedEnclave === 'accept-in-development'
    ? pass(id, 'a simulated enclave, accepted in development mode')
    : skip(id, 'the enclave is simulated: no hardware proof')
}
