import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '../../bytes/bytes.ts'
import * as sigstoreReasons from '../../words/english/evidence/sigstore-reasons.ts'
import { contextTag, derChildren, derContent, derOid, parseDer } from '../certificates/der.ts'
import type { X509 } from '../certificates/parse-x509.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import type { LogKey } from './parse-trusted-root.ts'

const timestampsOid = '1.3.6.1.4.1.11129.2.4.2'
const sha256WithEcdsa = 0x0403

interface Timestamp {
  readonly logId: string
  /** Eight bytes: milliseconds. */
  readonly time: Uint8Array
  readonly extensions: Uint8Array
  /** DER. */
  readonly signature: Uint8Array
}

/**
 * Why the certificate does not stand in a public log of certificates, or null: every timestamp in it must be signed by a
 * log that is relied on (RFC 6962, section 3.2), and each by another one.
 */
export function certificateLogProblem(
  certificate: X509,
  issuer: X509,
  logs: readonly LogKey[],
): string | null {
  const content = certificate.extensions.get(timestampsOid)
  if (content === undefined) return sigstoreReasons.noTimestamp
  const timestamps = readTimestamps(derContent(parseDer(content)))
  if (timestamps === null) return sigstoreReasons.timestampsUnreadable
  if (timestamps.length === 0) return sigstoreReasons.noTimestamp
  if (new Set(timestamps.map(({ logId }) => logId)).size < timestamps.length) {
    return sigstoreReasons.sameLogTwice
  }
  const entry = concatBytes(sha256(issuer.spki), withLength(withoutTimestamps(certificate.tbs), 3))
  for (const { logId, time, extensions, signature } of timestamps) {
    const seconds = Number(BigInt(`0x${bytesToHex(time)}`) / 1000n)
    const log = logs.find(
      ({ id, from, until }) => id === logId && from <= seconds && seconds <= until,
    )
    if (log === undefined) return sigstoreReasons.unknownLog
    const signed = concatBytes(
      new Uint8Array([0, 0]),
      time,
      new Uint8Array([0, 1]),
      entry,
      withLength(extensions, 2),
    )
    if (!verifySigned('ecdsa-sha256', { key: log.key, signature }, signed)) {
      return sigstoreReasons.logSignature
    }
  }
  return null
}

function readTimestamps(bytes: Uint8Array): readonly Timestamp[] | null {
  const outer = splitLength(bytes)
  if (outer === null || outer.rest.length > 0) return null
  const found: Timestamp[] = []
  for (let left = outer.value; left.length > 0;) {
    const next = splitLength(left)
    const timestamp = next && readTimestamp(next.value)
    if (!next || !timestamp) return null
    found.push(timestamp)
    left = next.rest
  }
  return found
}

function readTimestamp(bytes: Uint8Array): Timestamp | null {
  const extensions = splitLength(bytes.subarray(41))
  if (bytes[0] !== 0 || extensions === null) return null
  const [high = 0, low = 0] = extensions.rest
  const signature = splitLength(extensions.rest.subarray(2))
  if (((high << 8) | low) !== sha256WithEcdsa || !signature || signature.rest.length > 0)
    return null
  return {
    logId: bytesToHex(bytes.subarray(1, 33)),
    time: bytes.subarray(33, 41),
    extensions: extensions.value,
    signature: signature.value,
  }
}

/** Two bytes of length, as many of value, and what follows. */
function splitLength(bytes: Uint8Array) {
  const [high, low] = bytes
  if (high === undefined || low === undefined) return null
  const end = 2 + ((high << 8) | low)
  return end > bytes.length ? null : { value: bytes.subarray(2, end), rest: bytes.subarray(end) }
}

function withLength(bytes: Uint8Array, lengthBytes: 2 | 3): Uint8Array {
  const { length } = bytes
  return concatBytes(new Uint8Array([length >> 16, length >> 8, length].slice(-lengthBytes)), bytes)
}

const sequence = 0x30
const extensionsTag = 0xa3

/** The part that is signed, as the log saw it: before the timestamps were in it. */
function withoutTimestamps(tbs: Uint8Array): Uint8Array {
  const parts = derChildren(parseDer(tbs)).map((node) => {
    if (contextTag(node) !== 3) return node.bytes
    const kept = derChildren(derChildren(node)[0]).filter(
      (each) => derOid(derChildren(each)[0]) !== timestampsOid,
    )
    return encode(extensionsTag, encode(sequence, concatBytes(...kept.map(({ bytes }) => bytes))))
  })
  return encode(sequence, concatBytes(...parts))
}

function encode(tag: number, content: Uint8Array): Uint8Array {
  const { length } = content
  const bytes = length < 0x80 ? [] : length < 0x100 ? [0x81] : [0x82, length >> 8]
  return concatBytes(new Uint8Array([tag, ...bytes, length & 0xff]), content)
}
