import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { concatBytes, parseHex, utf8ToBytes } from '../bytes/bytes.ts'
import { setBounded } from '../bytes/set-bounded.ts'
import { fail, pass, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import type { Check } from '../verdict.ts'
import * as keysetReasons from '../words/english/enclave/keyset-reasons.ts'
import { keyAlgorithms } from './key-algorithms.ts'
import type { Keyset } from './parse-keyset.ts'
import type { CustodyKey } from './parse-report.ts'

export const requiredCustodyChecks = [
  'custody.keys',
  'custody.app-key',
  'custody.root',
  'custody.scalar',
] as const satisfies readonly CheckId[]

interface CustodyInputs {
  readonly keyset: Keyset
  readonly custody: readonly CustodyKey[]
  /** 40 hex digits out of RTMR3, or null when nothing measured states it. */
  readonly appId: string | null
  readonly acceptedRoots: readonly string[]
}

/** Whether the key management gave this workload its keys, all of them (PROTOCOL.md §6). */
export function verifyCustody(inputs: CustodyInputs): readonly Check[] {
  const appKeys = inputs.custody.map(recoverAppKey)
  return [
    checkKeys(inputs),
    checkAppKey(appKeys),
    checkRoot(inputs, appKeys),
    checkScalar(inputs.custody),
  ]
}

function checkKeys({ keyset, custody }: CustodyInputs): Check {
  const id = 'custody.keys'
  const keys = [...keyset.receipt_signing_keys, ...keyset.e2ee_public_keys]
  for (const { key_id, algo, public_key } of keys) {
    const rule = keyAlgorithms.get(algo)
    const entries = custody.filter((entry) => entry.public_key === public_key)
    const [entry] = entries
    if (entries.length !== 1 || !entry)
      return fail(id, keysetReasons.chains(key_id, entries.length))
    if (entry.role !== rule?.role || entry.purpose !== rule.purpose) {
      return fail(id, keysetReasons.otherPurpose(key_id, entry.purpose))
    }
  }
  return keys.length > 0 ? pass(id) : fail(id, keysetReasons.noKnownAlgorithm)
}

/** The key that issued all of them: compressed, lowercase hex. */
function recoverAppKey({ purpose, kms_public_key, signature_chain }: CustodyKey): string | null {
  return recover(utf8ToBytes(`${purpose}:${kms_public_key}`), signature_chain[0] ?? '')
}

function checkAppKey(appKeys: readonly (string | null)[]): Check {
  const id = 'custody.app-key'
  const [first] = appKeys
  if (first === undefined) return fail(id, keysetReasons.noCustody)
  return first !== null && appKeys.every((key) => key === first)
    ? pass(id)
    : fail(id, keysetReasons.differentKeys)
}

function checkRoot(
  { custody, appId, acceptedRoots }: CustodyInputs,
  appKeys: readonly (string | null)[],
): Check {
  const id = 'custody.root'
  if (custody.length === 0) return fail(id, keysetReasons.noCustody)
  if (appId === null) return skip(id, keysetReasons.noMeasurement)
  for (const [index, { role, signature_chain }] of custody.entries()) {
    const appKey = appKeys[index] ?? null
    const root =
      appKey === null ? null : recover(issuedMessage(appId, appKey), signature_chain[1] ?? '')
    if (root === null || !acceptedRoots.includes(root)) {
      return fail(id, keysetReasons.otherRoot(role, root ?? 'nobody'))
    }
  }
  return pass(id)
}

function issuedMessage(appId: string, appKey: string): Uint8Array {
  return concatBytes(utf8ToBytes('dstack-kms-issued:'), parseHex(appId), parseHex(appKey))
}

/** Whether the key in use and the key that the KMS signed for are the same point on secp256k1. */
function checkScalar(custody: readonly CustodyKey[]): Check {
  const id = 'custody.scalar'
  for (const { role, public_key, kms_public_key } of custody) {
    if (role !== 'e2ee-secp256k1') continue
    if (compress(public_key) !== kms_public_key) return fail(id, keysetReasons.otherScalar)
  }
  return pass(id)
}

function compress(publicKey: string): string | null {
  try {
    return secp256k1.Point.fromHex(publicKey).toHex(true)
  } catch {
    return null
  }
}

/** By digest and signature: a workload shows the same chains whenever it is asked, and JavaScript is slow at them. */
const recovered = new Map<string, string | null>()
const mostRecovered = 64

/**
 * Who signed: compressed key as hex, or null.
 * @param signature r ‖ s ‖ v as hex; v is 0 to 3, or 27 to 30
 */
function recover(message: Uint8Array, signature: string): string | null {
  const bytes = parseHex(signature, 65)
  const digest = keccak_256(message)
  const name = `${bytesToHex(digest)}${signature}`
  const known = recovered.get(name)
  if (known !== undefined) return known
  const key = recoverFrom(digest, bytes)
  setBounded(recovered, mostRecovered, [name, key])
  return key
}

function recoverFrom(digest: Uint8Array, signature: Uint8Array): string | null {
  const v = signature[64] ?? 255
  const bit = v >= 27 ? v - 27 : v
  if (bit > 3) return null
  try {
    return secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
      .addRecoveryBit(bit)
      .recoverPublicKey(digest)
      .toHex(true)
  } catch {
    return null
  }
}
