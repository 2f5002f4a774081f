import { fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { Check } from '../../verdict.ts'
import type { Collateral, SignedDocument } from './parse-collateral.ts'
import type { PckFacts } from './sgx-extension.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import { verifySigned } from '../certificates/verify-signed.ts'

interface CollateralInputs {
  readonly collateral: Collateral
  readonly pck: PckFacts
  readonly nowSeconds: number
}

/** What Intel signed about the platform and its quoting enclave (PROTOCOL.md §3.2). */
export function verifyCollateral(inputs: CollateralInputs): readonly Check[] {
  const { tcbInfo, qeIdentity } = inputs.collateral
  const { nowSeconds } = inputs
  return [
    checkSigned('quote.tcb-info-signature', tcbInfo),
    checkDates('quote.tcb-info-dates', tcbInfo, nowSeconds),
    checkTcbSubject(inputs),
    checkSigned('quote.qe-identity-signature', qeIdentity),
    checkDates('quote.qe-identity-dates', qeIdentity, nowSeconds),
    checkQeSubject(inputs.collateral),
  ]
}

const signerName = 'Intel SGX TCB Signing'

function checkSigned(id: CheckId, { text, signature, chain }: SignedDocument<unknown>): Check {
  const [leaf, root, ...more] = chain
  if (!leaf || !root || more.length > 0) return fail(id, 'its chain is not a signer and a root')
  if (leaf.commonName !== signerName)
    return fail(id, `the document is signed by "${leaf.commonName}"`)
  const problem = issuingProblem(leaf, root)
  if (problem !== null) return fail(id, problem)
  return verifySigned(
    'ecdsa-sha256',
    { key: leaf.key, signature, form: 'compact' },
    utf8ToBytes(text),
  )
    ? pass(id)
    : fail(id, 'the signature is not over this text')
}

function checkDates(id: CheckId, document: SignedDocument<unknown>, nowSeconds: number): Check {
  const { issuedAt, nextUpdate } = document
  if (nowSeconds < issuedAt)
    return fail(id, `the document was issued at ${issuedAt}, which is after the time of this check`)
  if (nowSeconds > nextUpdate) return fail(id, `the document was valid until ${nextUpdate}`)
  return pass(id)
}

function checkTcbSubject({ collateral, pck }: CollateralInputs): Check {
  const id = 'quote.tcb-info-subject'
  const { content } = collateral.tcbInfo
  if (content.id !== 'TDX') return fail(id, `the document is about ${content.id}, not TDX`)
  if (content.version < 3) return fail(id, `version ${content.version} is older than 3`)
  if (content.fmspc.toUpperCase() !== pck.fmspc || content.pceId.toUpperCase() !== pck.pceId) {
    return fail(id, `the document is about platform ${content.fmspc}, not ${pck.fmspc}`)
  }
  return pass(id, `FMSPC ${pck.fmspc}`)
}

function checkQeSubject({ qeIdentity }: Collateral): Check {
  const id = 'quote.qe-identity-subject'
  const { content } = qeIdentity
  if (content.id !== 'TD_QE') return fail(id, `the document is about ${content.id}, not TD_QE`)
  if (content.version !== 2 && content.version !== 3) {
    return fail(id, `version ${content.version} is neither 2 nor 3`)
  }
  return pass(id)
}
