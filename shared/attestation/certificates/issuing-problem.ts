import { concatBytes } from '../../bytes/bytes.ts'
import { setBounded } from '../../bytes/set-bounded.ts'
import { sha256Digest } from '../../digest.ts'
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
  return isSignedBy(certificate, issuer) ? null : `the signature on ${name} does not hold`
}

/** Links that were looked at: eight GPUs share most of theirs, and every document those of its makers. */
const links = new Map<string, boolean>()
const mostLinks = 256

function isSignedBy({ algorithm, signature, tbs, der }: X509, { spki, key }: X509): boolean {
  const link = sha256Digest(concatBytes(der, spki))
  const holds = links.get(link) ?? verifySigned(algorithm, { key, signature }, tbs)
  setBounded(links, mostLinks, [link, holds])
  return holds
}
