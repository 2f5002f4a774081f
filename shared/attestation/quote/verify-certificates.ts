import { fail, pass } from '../../checks.ts'
import { sha256Digest, type Digest } from '../../digest.ts'
import type { Check } from '../../verdict.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
import type { Certificate } from '../certificates/parse-pem-chain.ts'
import type { Collateral } from './parse-collateral.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import { crlSignatureProblem, isCurrentCrl, type X509Crl } from '../certificates/parse-x509-crl.ts'

export interface PckChain {
  readonly leaf: Certificate
  readonly ca: Certificate
  readonly root: Certificate
}

interface CertificateInputs {
  readonly pck: PckChain
  readonly collateral: Collateral
  readonly nowSeconds: number
}

/**
 * Everything about certificates and revocation (PROTOCOL.md §3.2).
 * @param pinnedRoot SHA-256 of the vendor's root certificate
 */
export function verifyCertificates(
  inputs: CertificateInputs,
  pinnedRoot: Digest,
): readonly Check[] {
  const { pck, collateral, nowSeconds } = inputs
  const chains = [
    [pck.leaf, pck.ca, pck.root],
    collateral.tcbInfo.chain,
    collateral.qeIdentity.chain,
  ]
  return [
    checkRoot(chains, pinnedRoot),
    checkPckChain(pck),
    checkCertificateDates(chains.flat(), nowSeconds),
    checkCrlSignatures(pck, collateral),
    checkCrlDates([collateral.rootCrl, collateral.pckCrl], nowSeconds),
    checkRevocation(chains, collateral, pck),
  ]
}

function checkRoot(chains: readonly (readonly Certificate[])[], pinnedRoot: Digest): Check {
  const id = 'quote.root'
  for (const chain of chains) {
    const root = chain.at(-1)
    const digest = root ? sha256Digest(root.der) : 'nothing'
    if (digest !== pinnedRoot) return fail(id, quoteReasons.otherRoot(digest, pinnedRoot))
  }
  return pass(id)
}

/** The root is not asked to sign itself: it is pinned, byte for byte. */
function checkPckChain({ leaf, ca, root }: PckChain): Check {
  const id = 'quote.pck-chain'
  const problem =
    issuingProblem(leaf, ca) ??
    issuingProblem(ca, root) ??
    (leaf.isCa ? quoteReasons.pckIsCa : null) ??
    (/Platform|Processor/.test(ca.commonName) ? null : quoteReasons.otherCa)
  return problem === null ? pass(id) : fail(id, problem)
}

function checkCertificateDates(all: readonly Certificate[], nowSeconds: number): Check {
  const id = 'quote.certificate-dates'
  const outside = all.find(
    ({ notBefore, notAfter }) => nowSeconds < notBefore || nowSeconds > notAfter,
  )
  return outside ? fail(id, quoteReasons.notValidNow(outside.commonName)) : pass(id)
}

function checkCrlSignatures({ ca, root }: PckChain, { rootCrl, pckCrl }: Collateral): Check {
  const id = 'quote.crl-signature'
  if (crlSignatureProblem(rootCrl, root) !== null) {
    return fail(id, quoteReasons.rootCrl)
  }
  if (crlSignatureProblem(pckCrl, ca) !== null) {
    return fail(id, quoteReasons.pckCrl)
  }
  return pass(id)
}

function checkCrlDates(crls: readonly X509Crl[], nowSeconds: number): Check {
  const id = 'quote.crl-dates'
  return crls.every((crl) => isCurrentCrl(crl, nowSeconds))
    ? pass(id)
    : fail(id, quoteReasons.crlNotValid)
}

function checkRevocation(
  chains: readonly (readonly Certificate[])[],
  { rootCrl, pckCrl }: Collateral,
  { leaf, ca }: PckChain,
): Check {
  const id = 'quote.revocation'
  const revoked = chains.flat().find((certificate) => {
    if (certificate === leaf || certificate.issuer === ca.subject) {
      return pckCrl.revoked.has(certificate.serial)
    }
    return rootCrl.revoked.has(certificate.serial)
  })
  return revoked ? fail(id, quoteReasons.revoked(revoked.commonName)) : pass(id)
}
