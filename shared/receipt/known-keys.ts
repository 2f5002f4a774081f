import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { setBounded } from '../bytes/set-bounded.ts'

const { Point } = secp256k1
type PublicKey = ReturnType<typeof Point.fromAffine>
export type RecoverableSignature = ReturnType<typeof secp256k1.Signature.fromBytes>

interface KnownKey {
  readonly key: PublicKey
  readonly uses: number
}

/** Keys that signatures were recovered to, by their own addresses. */
const known = new Map<string, KnownKey>()

const mostKeys = 16

/** A table of a key's multiples costs as much as it saves in so many signatures. */
const worthATable = 8

/** @param address of the key, computed of the key itself */
export function rememberKey(address: string, key: PublicKey): void {
  const uses = (known.get(address)?.uses ?? 0) + 1
  setBounded(known, mostKeys, [address, { key: known.get(address)?.key ?? key, uses }])
  if (uses === worthATable) known.get(address)?.key.precompute(6)
}

/**
 * Whether a signature recovers to the key of an address that others recovered to before: a third of what recovering
 * it costs. Recovering gives (sR − hG)/r, with R the point that r and the recovery bit name; that is the key P exactly
 * if R is (hG + rP)/s. False says only that it was not found so.
 * @param signature with its recovery bit, which is 0 or 1
 * @param hash 32 bytes
 */
export function isOfKnownKey(
  address: string,
  { r, s, recovery }: RecoverableSignature,
  hash: Uint8Array,
): boolean {
  const of = known.get(address)
  if (of === undefined || of.uses < worthATable) return false
  const { Fn } = Point
  const inverse = Fn.inv(s)
  const fromHash = Point.BASE.multiplyUnsafe(Fn.create(Fn.create(bytesToNumberBE(hash)) * inverse))
  const { x, y } = fromHash.add(of.key.multiplyUnsafe(Fn.create(r * inverse))).toAffine()
  return x === r && Number(y & 1n) === recovery
}
