import { showUnixTime } from '../../text/show-unix-time.ts'
import { fail, pass } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { Check } from '../../verdict.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
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
  if (!leaf || !root || more.length > 0) return fail(id, quoteReasons.signerChain)
  if (leaf.commonName !== signerName) return fail(id, quoteReasons.otherSigner(leaf.commonName))
  const problem = issuingProblem(leaf, root)
  if (problem !== null) return fail(id, problem)
  return verifySigned(
    'ecdsa-sha256',
    { key: leaf.key, signature, form: 'compact' },
    utf8ToBytes(text),
  )
    ? pass(id)
    : fail(id, quoteReasons.otherText)
}

function checkDates(id: CheckId, document: SignedDocument<unknown>, nowSeconds: number): Check {
  const { issuedAt, nextUpdate } = document
  if (nowSeconds < issuedAt) return fail(id, quoteReasons.issuedLater(showUnixTime(issuedAt)))
  if (nowSeconds > nextUpdate) return fail(id, quoteReasons.outdated(showUnixTime(nextUpdate)))
  return pass(id)
}

function checkTcbSubject({ collateral, pck }: CollateralInputs): Check {
  const id = 'quote.tcb-info-subject'
  const { content } = collateral.tcbInfo
  if (content.id !== 'TDX') return fail(id, quoteReasons.notTdx(content.id))
  if (content.version < 3) return fail(id, quoteReasons.olderThan3(content.version))
  if (content.fmspc.toUpperCase() !== pck.fmspc || content.pceId.toUpperCase() !== pck.pceId) {
    return fail(id, quoteReasons.otherPlatform(content.fmspc, pck.fmspc))
  }
  return pass(id, quoteReasons.fmspc(pck.fmspc))
}

function checkQeSubject({ qeIdentity }: Collateral): Check {
  const id = 'quote.qe-identity-subject'
  const { content } = qeIdentity
  if (content.id !== 'TD_QE') return fail(id, quoteReasons.notTdQe(content.id))
  if (content.version !== 2 && content.version !== 3) {
    return fail(id, quoteReasons.neither2Nor3(content.version))
  }
  return pass(id)
}
