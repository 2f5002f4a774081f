import { base64 } from '@scure/base'
import { bytesToHex } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import * as certificateReasons from '../../words/english/evidence/certificate-reasons.ts'
import {
  contextTag,
  derBits,
  derChildren,
  derContent,
  derIntegerHex,
  derOid,
  derSeconds,
  derText,
  isDerTrue,
  malformedDer,
  parseDer,
  type DerNode,
} from './der.ts'
import { readPublicKey, type PublicKey } from './public-key.ts'
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts'

export interface X509 {
  /** As read; pinned roots are compared by it. */
  readonly der: Uint8Array
  readonly tbs: Uint8Array
  readonly algorithm: SignatureAlgorithm
  readonly signature: Uint8Array
  /** Lowercase hex without leading zeros. */
  readonly serial: string
  /** DER of the names as hex: equal names have equal text. */
  readonly issuer: string
  readonly subject: string
  readonly commonName: string
  /** Unix seconds; it is valid from the first through the last. */
  readonly notBefore: number
  readonly notAfter: number
  /** DER of the SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  readonly key: PublicKey
  readonly isCa: boolean
  /** First byte of keyUsage, 0 where there is none: 0x04 signs certificates, 0x02 revocation lists. */
  readonly usage: number
  /** Content of each extension by its OID. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
  /** OIDs of extensions marked critical that this reader does not know. */
  readonly unknownCritical: readonly string[]
}

const basicConstraints = '2.5.29.19'
const keyUsage = '2.5.29.15'
const subjectAltName = '2.5.29.17'
const commonNameOid = '2.5.4.3'
/** Names, key identifiers and places of lists: known, and either checked or of no matter here. */
const known = new Set([
  basicConstraints,
  keyUsage,
  subjectAltName,
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.31',
])

/**
 * An X.509 v3 certificate of whatever key and signature.
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
export function parseX509(der: Uint8Array): X509 {
  const [tbs, algorithm, signature] = derChildren(parseDer(der))
  if (!tbs || !algorithm) throw malformedDer(certificateReasons.certificate)
  const [version, serial, inner, issuer, validity, subject, spki, ...more] = derChildren(tbs)
  if (!version || contextTag(version) !== 0 || !inner || !issuer || !subject || !spki) {
    throw malformedDer(certificateReasons.version3)
  }
  if (bytesToHex(inner.bytes) !== bytesToHex(algorithm.bytes)) {
    throw malformedDer(certificateReasons.twoAlgorithms)
  }
  const [notBefore, notAfter] = derChildren(validity)
  const { extensions, unknownCritical } = readExtensions(more)
  return {
    der,
    tbs: tbs.bytes,
    algorithm: readSignatureAlgorithm(algorithm),
    signature: derBits(signature),
    serial: derIntegerHex(serial),
    issuer: bytesToHex(issuer.bytes),
    subject: bytesToHex(subject.bytes),
    commonName: readCommonName(subject),
    notBefore: derSeconds(notBefore),
    notAfter: derSeconds(notAfter),
    spki: spki.bytes,
    key: readPublicKey(spki.bytes),
    isCa: saysCa(extensions.get(basicConstraints)),
    usage: readUsage(extensions.get(keyUsage)),
    extensions,
    unknownCritical,
  }
}

/**
 * Certificates of a PEM text, in their order. Its only white space is CR and LF.
 * @param longest certificates that a chain of a processor or a GPU may have; NVIDIA's have five
 * @throws {FormatError} CERTIFICATE_MALFORMED, also for text beside the certificates, and before any is read
 * where there are more
 */
export function parseX509Pem(pem: string, longest = 6): readonly X509[] {
  const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\r\n]*)-----END CERTIFICATE-----/g
  if (!/^[\r\n]*$/.test(pem.replace(block, ''))) {
    throw malformedDer(certificateReasons.otherText)
  }
  const blocks = [...pem.matchAll(block)]
  if (blocks.length > longest) throw malformedDer(certificateReasons.count(blocks.length))
  return blocks.map(([, body = '']) => parseX509(decodeBase64(body.replaceAll(/[\r\n]/g, ''))))
}

function decodeBase64(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('CERTIFICATE_MALFORMED', certificateReasons.pemNotBase64, '', { cause })
  }
}

/** The last common name, where there are several. */
function readCommonName(name: DerNode): string {
  let found = ''
  for (const set of derChildren(name)) {
    for (const pair of derChildren(set)) {
      const [type, value] = derChildren(pair)
      if (derOid(type) !== commonNameOid) continue
      found = derText(value) ?? found
    }
  }
  return found
}

function readExtensions(nodes: readonly DerNode[]) {
  const extensions = new Map<string, Uint8Array>()
  const unknownCritical: string[] = []
  const wrapper = nodes.find((node) => contextTag(node) === 3)
  for (const node of wrapper ? derChildren(derChildren(wrapper)[0]) : []) {
    const parts = derChildren(node)
    const oid = derOid(parts[0])
    if (extensions.has(oid)) throw malformedDer(certificateReasons.extensionTwice)
    extensions.set(oid, derContent(parts.at(-1)))
    if (parts.length === 3 && isDerTrue(parts[1]) && !known.has(oid)) unknownCritical.push(oid)
  }
  return { extensions, unknownCritical }
}

function saysCa(content: Uint8Array | undefined): boolean {
  const [ca] = content ? derChildren(parseDer(content)) : []
  return isDerTrue(ca)
}

function readUsage(content: Uint8Array | undefined): number {
  return content ? (derBits(parseDer(content))[0] ?? 0) : 0
}
