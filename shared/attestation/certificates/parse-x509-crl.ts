import { bytesToHex } from '../../bytes/bytes.ts'
import * as certificateReasons from '../../words/english/evidence/certificate-reasons.ts'
import {
  derBits,
  derChildren,
  derIntegerHex,
  derSeconds,
  isDerSequence,
  malformedDer,
  parseDer,
} from './der.ts'
import { readSignatureAlgorithm } from './signature-algorithm.ts'
import type { X509 } from './parse-x509.ts'
import { verifySigned } from './verify-signed.ts'

export interface X509Crl {
  readonly tbs: Uint8Array
  readonly algorithm: X509['algorithm']
  readonly signature: Uint8Array
  /** DER of the name as hex. */
  readonly issuer: string
  /** Unix seconds. */
  readonly thisUpdate: number
  readonly nextUpdate: number
  /** Serial numbers as lowercase hex without leading zeros. */
  readonly revoked: ReadonlySet<string>
}

const signsCrls = 0x02

/**
 * An X.509 v2 CRL of whatever signature.
 * @throws {FormatError} CERTIFICATE_MALFORMED, also for one that does not say when the next one comes
 */
export function parseX509Crl(der: Uint8Array): X509Crl {
  const [tbs, algorithm, signature] = derChildren(parseDer(der))
  if (!tbs) throw malformedDer(certificateReasons.crl)
  const [, , issuer, thisUpdate, nextUpdate, list] = derChildren(tbs)
  if (!issuer) throw malformedDer(certificateReasons.crlVersion)
  const entries = isDerSequence(list) ? derChildren(list) : []
  return {
    tbs: tbs.bytes,
    algorithm: readSignatureAlgorithm(algorithm),
    signature: derBits(signature),
    issuer: bytesToHex(issuer.bytes),
    thisUpdate: derSeconds(thisUpdate),
    nextUpdate: derSeconds(nextUpdate),
    revoked: new Set(entries.map((entry) => derIntegerHex(derChildren(entry)[0]))),
  }
}

/** Why the issuer did not sign this list, or null. */
export function crlSignatureProblem(crl: X509Crl, issuer: X509): string | null {
  if (crl.issuer !== issuer.subject) return certificateReasons.otherCrl(issuer.commonName)
  if ((issuer.usage & signsCrls) === 0) return certificateReasons.mayNotSignCrl(issuer.commonName)
  const { algorithm, signature, tbs } = crl
  return verifySigned(algorithm, { key: issuer.key, signature }, tbs)
    ? null
    : certificateReasons.crlSignature
}

export function isCurrentCrl({ thisUpdate, nextUpdate }: X509Crl, nowSeconds: number): boolean {
  return thisUpdate <= nowSeconds && nowSeconds <= nextUpdate
}
