import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { bytesToHex, concatBytes, parseUtf8, utf8ToBytes } from '../../bytes/bytes.ts'
import { bytesToBase64 } from '../../bytes/bytes-to-base64.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { FormatError } from '../../errors.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as sigstoreReasons from '../../words/english/evidence/sigstore-reasons.ts'
import { parseX509Pem } from '../certificates/parse-x509.ts'
import { verifySigned } from '../certificates/verify-signed.ts'
import type { Bundle, BundleEntry } from './parse-bundle.ts'
import type { LogKey, TrustedRoot } from './parse-trusted-root.ts'

/** Why the log's promise of this entry does not hold, or null. */
export function promiseProblem(entry: BundleEntry, root: TrustedRoot): string | null {
  const log = logOf(entry, root)
  if (log === undefined) return sigstoreReasons.unknownLog
  const signed = canonicalJson({
    body: bytesToBase64(entry.body),
    integratedTime: entry.integratedTime,
    logID: entry.logId,
    logIndex: entry.logIndex,
  })
  return isSigned(log, entry.promise, utf8ToBytes(signed)) ? null : sigstoreReasons.promise
}

/** Why the log does not hold this entry, by its proof and its signed checkpoint, or null. */
export function inclusionProblem(entry: BundleEntry, root: TrustedRoot): string | null {
  const log = logOf(entry, root)
  if (log === undefined) return sigstoreReasons.unknownLog
  const { proof, body } = entry
  const rootHash = bytesToHex(proof.rootHash)
  const led = rootOf(sha256(concatBytes(new Uint8Array([0]), body)), proof)
  if (led === null || bytesToHex(led) !== rootHash) return sigstoreReasons.proof
  return checkpointProblem(entry, log, rootHash)
}

/** Why what the log holds is not this bundle, or null. */
export function bodyProblem(entry: BundleEntry, bundle: Bundle): string | null {
  try {
    const { kind, apiVersion, spec } = parseJsonObject(entry.body).value
    if (kind !== 'dsse' || apiVersion !== '0.0.1') return sigstoreReasons.otherEntry
    const { payloadHash, signatures } = isJsonObject(spec) ? spec : {}
    const hash = isJsonObject(payloadHash) ? payloadHash : {}
    const digest = bytesToHex(sha256(bundle.payload))
    if (hash['algorithm'] !== 'sha256' || hash['value'] !== digest) {
      return sigstoreReasons.otherStatement
    }
    const [signed, ...more] = Array.isArray(signatures) ? signatures : []
    if (!isJsonObject(signed) || more.length > 0) return sigstoreReasons.oneSignature
    if (signed['signature'] !== bytesToBase64(bundle.signature))
      return sigstoreReasons.otherSignature
    const pem = signed['verifier']
    if (typeof pem !== 'string') return sigstoreReasons.noCertificate
    const [verifier] = parseX509Pem(parseUtf8(decode(pem)))
    return verifier && bytesToHex(verifier.der) === bytesToHex(bundle.certificate.der)
      ? null
      : sigstoreReasons.otherCertificate
  } catch (error) {
    if (error instanceof FormatError) return error.message
    throw error
  }
}

function logOf({ logId, integratedTime }: BundleEntry, { logs }: TrustedRoot): LogKey | undefined {
  return logs.find(
    ({ id, from, until }) => id === logId && from <= integratedTime && integratedTime <= until,
  )
}

function isSigned({ key }: LogKey, signature: Uint8Array, bytes: Uint8Array): boolean {
  return verifySigned('ecdsa-sha256', { key, signature }, bytes)
}

/** Root of the tree that the proof leads to (RFC 9162, section 2.1.3.2); null when it cannot be one. */
function rootOf(
  leaf: Uint8Array,
  { logIndex, treeSize, hashes }: BundleEntry['proof'],
): Uint8Array | null {
  if (logIndex >= treeSize) return null
  let place = BigInt(logIndex)
  let last = BigInt(treeSize) - 1n
  let found = leaf
  for (const hash of hashes) {
    if (last === 0n) return null
    if ((place & 1n) === 1n || place === last) {
      found = joined(hash, found)
      while (place !== 0n && (place & 1n) === 0n) {
        place >>= 1n
        last >>= 1n
      }
    } else {
      found = joined(found, hash)
    }
    place >>= 1n
    last >>= 1n
  }
  return last === 0n ? found : null
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(new Uint8Array([1]), left, right))
}

const hintBytes = 4

/** The text of a checkpoint: origin, size, root hash; an empty line; lines of signatures. */
function checkpointProblem(
  { proof, logId }: BundleEntry,
  log: LogKey,
  rootHash: string,
): string | null {
  const end = proof.checkpoint.indexOf('\n\n')
  const text = proof.checkpoint.slice(0, end + 1)
  const [, size, root = ''] = text.split('\n')
  if (end < 0 || size !== String(proof.treeSize)) return sigstoreReasons.checkpointSize
  if (root !== bytesToBase64(proof.rootHash)) return sigstoreReasons.checkpointRoot(rootHash)
  const lines = proof.checkpoint.slice(end + 2).split('\n')
  if (lines.pop() !== '') return sigstoreReasons.checkpointCut
  for (const line of lines) {
    const [, name, signature = ''] = /^\u2014 (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
    if (name === undefined) return sigstoreReasons.checkpointRest
    const bytes = decode(signature)
    const isOwn = bytesToHex(bytes.subarray(0, hintBytes)) === logId.slice(0, 2 * hintBytes)
    if (isOwn && name === log.name && isSigned(log, bytes.subarray(hintBytes), utf8ToBytes(text))) {
      return null
    }
  }
  return sigstoreReasons.checkpointNotSigned
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', sigstoreReasons.entryNotBase64, '', { cause })
  }
}
