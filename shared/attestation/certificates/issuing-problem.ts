import * as certificateReasons from '../../words/english/evidence/certificate-reasons.ts'
import type { X509 } from './parse-x509.ts'
import { verifySigned } from './verify-signed.ts'

const signsCertificates = 0x04

/** Why `issuer` did not issue `certificate`, or null when it did. Dates and revocation are asked elsewhere. */
export function issuingProblem(certificate: X509, issuer: X509): string | null {
  const name = certificate.commonName || 'a certificate'
  if (certificate.unknownCritical.length > 0) {
    return certificateReasons.criticalExtension(name)
  }
  if (certificate.issuer !== issuer.subject) return certificateReasons.otherIssuer(name)
  if (!issuer.isCa || (issuer.usage & signsCertificates) === 0) {
    return certificateReasons.mayNotIssue(issuer.commonName || certificateReasons.theIssuer)
  }
  const { algorithm, signature, tbs } = certificate
  return verifySigned(algorithm, { key: issuer.key, signature }, tbs)
    ? null
    : certificateReasons.signature(name)
}
