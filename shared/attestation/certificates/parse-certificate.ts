import { base64 } from '@scure/base'
import { bytesToHex } from '../../bytes/bytes.ts'
import { FormatError } from '../../errors.ts'
import {
  contextTag,
  derBits,
  derBytes,
  derChildren,
  derContent,
  derIntegerHex,
  derOid,
  derSeconds,
  derSignature,
  malformedDer,
  parseDer,
  type DerNode,
} from './der.ts'

export interface Certificate {
  /** As read; the pinned root is compared by it. */
  readonly der: Uint8Array
  readonly tbs: Uint8Array
  /** 64 bytes r ‖ s. */
  readonly signature: Uint8Array
  /** Lowercase hex without leading zeros. */
  readonly serial: string
  /** DER of the names as hex: equal names have equal text. */
  readonly issuer: string
  readonly subject: string
  readonly commonName: string
  /** Unix seconds; the certificate is valid from the first through the last. */
  readonly notBefore: number
  readonly notAfter: number
  /** 64 bytes x ‖ y on P-256. */
  readonly publicKey: Uint8Array
  /** basicConstraints says CA, and keyUsage allows to sign certificates. */
  readonly isCa: boolean
  /** keyUsage allows to sign CRLs. */
  readonly signsCrls: boolean
  /** Content of each extension by its OID. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
  /** OIDs of extensions marked critical that this reader does not know. */
  readonly unknownCritical: readonly string[]
}

export const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const ecPublicKey = '1.2.840.10045.2.1'
const p256Curve = '1.2.840.10045.3.1.7'
const commonNameOid = '2.5.4.3'
const basicConstraintsOid = '2.5.29.19'
const keyUsageOid = '2.5.29.15'

/**
 * An X.509 v3 certificate with an ECDSA P-256 key and signature; nothing else occurs in Intel's PKI.
 * @throws {FormatError} CERTIFICATE_MALFORMED
 */
function parseCertificate(der: Uint8Array): Certificate {
  const [tbs, algorithm, signature] = derChildren(parseDer(der))
  if (!tbs) throw malformedDer('a certificate was expected')
  if (derOid(derChildren(algorithm)[0]) !== ecdsaWithSha256) {
    throw malformedDer('its signature is not ECDSA with SHA-256')
  }
  const [version, serial, , issuer, validity, subject, key, ...more] = derChildren(tbs)
  if (!version || contextTag(version) !== 0 || !issuer || !subject) {
    throw malformedDer('a certificate of version 3 was expected')
  }
  const [notBefore, notAfter] = derChildren(validity)
  const { extensions, unknownCritical } = readExtensions(more)
  const usage = readKeyUsage(extensions.get(keyUsageOid))
  return {
    der,
    tbs: derBytes(tbs),
    signature: derSignature(derBits(signature)),
    serial: derIntegerHex(serial),
    issuer: bytesToHex(derBytes(issuer)),
    subject: bytesToHex(derBytes(subject)),
    commonName: readCommonName(subject),
    notBefore: derSeconds(notBefore),
    notAfter: derSeconds(notAfter),
    publicKey: readPublicKey(key),
    isCa: saysCa(extensions.get(basicConstraintsOid)) && (usage & 0x04) !== 0,
    signsCrls: (usage & 0x02) !== 0,
    extensions,
    unknownCritical,
  }
}

/** Certificates that a chain may have; Intel's have two or three. */
const longestChain = 4

/**
 * Certificates of a PEM text, in their order. Its only white space is CR and LF.
 * @throws {FormatError} CERTIFICATE_MALFORMED, also for text that stands beside the certificates, and
 * before any is read when there are more than a chain has
 */
export function parsePemChain(pem: string): readonly Certificate[] {
  const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\r\n]*)-----END CERTIFICATE-----/g
  if (!/^[\r\n]*$/.test(pem.replace(block, ''))) {
    throw malformedDer('something beside PEM certificates stands there')
  }
  const blocks = [...pem.matchAll(block)]
  if (blocks.length > longestChain) throw malformedDer(`${blocks.length} certificates stand there`)
  return blocks.map(([, body = '']) => parseCertificate(decodeBase64(body)))
}

function decodeBase64(text: string): Uint8Array {
  try {
    return base64.decode(text.replaceAll(/[\r\n]/g, ''))
  } catch (cause) {
    throw new FormatError('CERTIFICATE_MALFORMED', 'a PEM block is not Base64', '', { cause })
  }
}

function readPublicKey(node: DerNode | undefined): Uint8Array {
  const [algorithm, point] = derChildren(node)
  const [kind, curve] = derChildren(algorithm).map(derOid)
  const bytes = derBits(point)
  if (kind !== ecPublicKey || curve !== p256Curve || bytes.length !== 65 || bytes[0] !== 4) {
    throw malformedDer('its key is not on P-256')
  }
  return bytes.subarray(1)
}

/** The last common name: a name has one, in every certificate that Intel issues. */
function readCommonName(name: DerNode): string {
  let found = ''
  for (const set of derChildren(name)) {
    for (const pair of derChildren(set)) {
      const [type, value] = derChildren(pair)
      if (derOid(type) !== commonNameOid) continue
      const text = (value?.valueBlock as { value?: unknown } | undefined)?.value
      if (typeof text === 'string') found = text
    }
  }
  return found
}

/** Names, key identifiers, CRL places and Intel's own: known, and either checked or of no matter here. */
const knownExtensions = new Set([
  basicConstraintsOid,
  keyUsageOid,
  '2.5.29.14',
  '2.5.29.35',
  '2.5.29.31',
])

function readExtensions(nodes: readonly DerNode[]) {
  const extensions = new Map<string, Uint8Array>()
  const unknownCritical: string[] = []
  const wrapper = nodes.find((node) => contextTag(node) === 3)
  for (const node of wrapper ? derChildren(derChildren(wrapper)[0]) : []) {
    const parts = derChildren(node)
    const oid = derOid(parts[0])
    if (extensions.has(oid)) throw malformedDer('an extension stands there twice')
    extensions.set(oid, derContent(parts.at(-1)))
    if (parts.length === 3 && !knownExtensions.has(oid)) unknownCritical.push(oid)
  }
  return { extensions, unknownCritical }
}

function saysCa(content: Uint8Array | undefined): boolean {
  if (!content) return false
  const [ca] = derChildren(parseDer(content))
  return (ca?.valueBlock as { value?: unknown } | undefined)?.value === true
}

/** First byte of keyUsage: bit 0x04 signs certificates, 0x02 signs CRLs. */
function readKeyUsage(content: Uint8Array | undefined): number {
  return content ? (derBits(parseDer(content))[0] ?? 0) : 0
}
