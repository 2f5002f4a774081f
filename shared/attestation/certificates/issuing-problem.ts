import type { X509 } from './parse-x509.ts'
import { verifySigned } from './verify-signed.ts'

const signsCertificates = 0x04

/** Why `issuer` did not issue `certificate`, or null when it did. Dates and revocation are asked elsewhere. */
export function issuingProblem(certificate: X509, issuer: X509): string | null {
  const name = certificate.commonName || 'a certificate'
  if (certificate.unknownCritical.length > 0) {
    return `${name} has a critical extension of no known meaning`
  }
  if (certificate.issuer !== issuer.subject) return `${name} names another issuer`
  if (!issuer.isCa || (issuer.usage & signsCertificates) === 0) {
    return `${issuer.commonName || 'the issuer'} may not issue certificates`
  }
  const { algorithm, signature, tbs } = certificate
  return verifySigned(algorithm, { key: issuer.key, signature }, tbs)
    ? null
    : `the signature on ${name} does not hold`
}
