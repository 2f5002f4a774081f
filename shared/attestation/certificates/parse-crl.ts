import { bytesToHex } from '../../bytes/bytes.ts'
import {
  derBits,
  derBytes,
  derChildren,
  derIntegerHex,
  derOid,
  derSeconds,
  derSignature,
  malformedDer,
  parseDer,
} from './der.ts'
import { ecdsaWithSha256 } from './parse-certificate.ts'

export interface Crl {
  readonly tbs: Uint8Array
  /** 64 bytes r ‖ s. */
  readonly signature: Uint8Array
  /** DER of the name as hex. */
  readonly issuer: string
  /** Unix seconds. */
  readonly thisUpdate: number
  readonly nextUpdate: number
  /** Serial numbers as lowercase hex without leading zeros. */
  readonly revoked: ReadonlySet<string>
}

const sequenceTag = 16

/**
 * An X.509 v2 CRL, signed with ECDSA.
 * @throws {FormatError} CERTIFICATE_MALFORMED, also for a CRL that does not say when the next one comes
 */
export function parseCrl(der: Uint8Array): Crl {
  const [tbs, algorithm, signature] = derChildren(parseDer(der))
  if (!tbs || derOid(derChildren(algorithm)[0]) !== ecdsaWithSha256) {
    throw malformedDer('a CRL signed with ECDSA and SHA-256 was expected')
  }
  const [, , issuer, thisUpdate, nextUpdate, list] = derChildren(tbs)
  if (!issuer) throw malformedDer('a CRL of version 2 was expected')
  const hasList = list?.idBlock.tagClass === 1 && list.idBlock.tagNumber === sequenceTag
  const entries = hasList ? derChildren(list) : []
  return {
    tbs: derBytes(tbs),
    signature: derSignature(derBits(signature)),
    issuer: bytesToHex(derBytes(issuer)),
    thisUpdate: derSeconds(thisUpdate),
    nextUpdate: derSeconds(nextUpdate),
    revoked: new Set(entries.map((entry) => derIntegerHex(derChildren(entry)[0]))),
  }
}
