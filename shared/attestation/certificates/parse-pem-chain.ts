import * as certificateReasons from '../../words/english/evidence/certificate-reasons.ts'
import { malformedDer } from './der.ts'
import { parseX509Pem, type X509 } from './parse-x509.ts'
import type { EcKey } from './public-key.ts'

/** A certificate of Intel's PKI. */
export interface Certificate extends X509 {
  readonly key: EcKey
}

/** Certificates that a chain may have; Intel's have two or three. */
const longestChain = 4

/**
 * Certificates of a PEM text, in their order, with ECDSA P-256 keys and signatures; nothing else occurs in Intel's PKI.
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
export function parsePemChain(pem: string): readonly Certificate[] {
  return parseX509Pem(pem, longestChain).map((certificate) => {
    const { algorithm, key } = certificate
    if (algorithm !== 'ecdsa-sha256') throw malformedDer(certificateReasons.notSha256)
    if (key.kind !== 'p256') throw malformedDer(certificateReasons.notP256)
    return { ...certificate, key }
  })
}
