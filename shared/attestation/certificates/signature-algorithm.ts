import { contextTag, derChildren, derInteger, derOid, type DerNode } from './der.ts'

/** How a certificate or a list is signed; `other` verifies nothing. */
export type SignatureAlgorithm =
  | 'ecdsa-sha256'
  | 'ecdsa-sha384'
  | 'rsa-pss-sha384'
  | 'rsa-pkcs1-sha256'
  | 'other'

const sha384Oid = '2.16.840.1.101.3.4.2.2'
const mgf1 = '1.2.840.113549.1.1.8'
const rsaPss = '1.2.840.113549.1.1.10'

/** @throws {FormatError} CERTIFICATE_MALFORMED */
export function readSignatureAlgorithm(node: DerNode | undefined): SignatureAlgorithm {
  const [oid, parameters] = derChildren(node)
  switch (derOid(oid)) {
    case '1.2.840.10045.4.3.2':
      return 'ecdsa-sha256'
    case '1.2.840.10045.4.3.3':
      return 'ecdsa-sha384'
    case '1.2.840.113549.1.1.11':
      return 'rsa-pkcs1-sha256'
    case rsaPss:
      return isPssWithSha384(parameters) ? 'rsa-pss-sha384' : 'other'
    default:
      return 'other'
  }
}

/** SHA-384 for both, 48 bytes of salt, and the trailer that there is: all that AMD uses. */
function isPssWithSha384(parameters: DerNode | undefined): boolean {
  const byTag = new Map(derChildren(parameters).map((node) => [contextTag(node), node]))
  const inner = (tag: number) => {
    const node = byTag.get(tag)
    return node === undefined ? undefined : derChildren(node)[0]
  }
  const [hash, mask, salt, trailer] = [0, 1, 2, 3].map(inner)
  if (!hash || !mask || !salt) return false
  const [maskOid, maskHash] = derChildren(mask)
  return (
    derOid(derChildren(hash)[0]) === sha384Oid &&
    derOid(maskOid) === mgf1 &&
    derOid(derChildren(maskHash)[0]) === sha384Oid &&
    derInteger(salt) === 48 &&
    (trailer === undefined || derInteger(trailer) === 1)
  )
}
