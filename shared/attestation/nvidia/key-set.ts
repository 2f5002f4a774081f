import { base64urlnopad } from '@scure/base'
import { bytesToHex, concatBytes, utf8ToBytes } from '../../bytes/bytes.ts'
import { parseEvidenceBase64 } from '../../bytes/parse-evidence-base64.ts'
import { sha256Digest } from '../../digest.ts'
import { FormatError } from '../../errors.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import { parseJsonArray } from '../../json/parse-json-array.ts'
import { parseJsonObject, type JsonObject } from '../../json/parse-json-object.ts'
import * as gpuReasons from '../../words/english/evidence/gpu-reasons.ts'
import { issuingProblem } from '../certificates/issuing-problem.ts'
import { parseX509 } from '../certificates/parse-x509.ts'
import type { EcKey } from '../certificates/public-key.ts'

/** A key of NVIDIA's service, as it publishes it. */
export interface OpinionKey {
  readonly key: EcKey & { readonly kind: 'p384' }
  /** DER in Base64, its own first. */
  readonly certificates: readonly string[]
  readonly jwk: JsonObject
}

/** Keys by their names. */
export type KeySet = ReadonlyMap<string, OpinionKey>

/** @throws {FormatError} JSON_*, EVIDENCE_MALFORMED */
export function readKeySet(text: string): KeySet {
  const { keys } = parseJsonObject(utf8ToBytes(text)).value
  const found = new Map<string, OpinionKey>()
  for (const jwk of Array.isArray(keys) ? keys : []) {
    if (!isJsonObject(jwk)) continue
    const { kid, crv, x, y, x5c } = jwk
    if (crv !== 'P-384' || typeof kid !== 'string') continue
    if (typeof x !== 'string' || typeof y !== 'string') continue
    const point = concatBytes(new Uint8Array([4]), decodeUrlBase64(x), decodeUrlBase64(y))
    const certificates = (Array.isArray(x5c) ? x5c : []).filter((each) => typeof each === 'string')
    found.set(kid, { key: { kind: 'p384', point }, certificates, jwk })
  }
  return found
}

/** The set with those keys alone that an answer of the service names. @throws {FormatError} */
export function keysNamedBy(answer: string, keys: string): string {
  const named = new Set([...answer.matchAll(/"(eyJ[\w-]+)\./g)].map(([, head = '']) => kidOf(head)))
  const used = [...readKeySet(keys)].filter(([kid]) => named.has(kid)).map(([, { jwk }]) => jwk)
  parseJsonArray(answer)
  return JSON.stringify({ keys: used })
}

function kidOf(head: string): unknown {
  return parseJsonObject(decodeUrlBase64(head)).value['kid']
}

/**
 * NVIDIA Attestation Service GPU Intermediate 004, valid until 8 December 2029. Every key that the service was seen to publish from
 * April to June 2026 is certified by it.
 */
const authority = '2df8907cf4d6c277b855d407ec178a649930a8e73f7294e8fce66e6ee27c5175'

/** Why a key is not known to be NVIDIA's, or null. @param time at which it signed @throws {FormatError} CERTIFICATE_MALFORMED */
export function keyProblem({ key, certificates }: OpinionKey, time: unknown): string | null {
  const [leaf, issuer, ...more] = certificates.map((each) =>
    parseX509(parseEvidenceBase64(each, gpuReasons.serviceCertificate)),
  )
  const unknown = gpuReasons.unknownAuthority
  if (leaf === undefined || issuer === undefined || more.length > 0) return unknown
  if (sha256Digest(issuer.der) !== authority) return unknown
  if (leaf.key.kind !== 'p384' || bytesToHex(leaf.key.point) !== bytesToHex(key.point)) {
    return gpuReasons.otherKey
  }
  if (typeof time !== 'number' || time < leaf.notBefore || time > leaf.notAfter) {
    return gpuReasons.notValidThen
  }
  return issuingProblem(leaf, issuer)
}

/** @throws {FormatError} EVIDENCE_MALFORMED */
export function decodeUrlBase64(text: string): Uint8Array {
  try {
    return base64urlnopad.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', gpuReasons.tokenNotBase64, '', { cause })
  }
}
