import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'

const { Point } = secp256k1
type PublicKey = ReturnType<typeof Point.fromAffine>
export type RecoverableSignature = ReturnType<typeof secp256k1.Signature.fromBytes>

/** How many signatures recovered to the key of an address. */
const uses = new Map<string, number>()
/** Keys with a table, by their own addresses. */
const known = new Map<string, PublicKey>()

/** Most keys that are remembered: a reader knows few gateways. When there are more, the memory is emptied. */
const mostKeys = 16

/** A table of a key's multiples costs as much as it saves in so many signatures. */
const worthATable = 8

/** @param address of the key, computed of the key itself. @returns it */
export function rememberKey(address: string, key: PublicKey): string {
  if (uses.size > mostKeys) {
    uses.clear()
    known.clear()
  }
  const count = (uses.get(address) ?? 0) + 1
  uses.set(address, count)
  if (count === worthATable) known.set(address, key.precompute(6))
  return address
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
  const key = known.get(address)
  if (!key) return false
  const { Fn, BASE } = Point
  const inverse = Fn.inv(s)
  const fromHash = BASE.multiplyUnsafe(Fn.mul(bytesToNumberBE(hash), inverse))
  const { x, y } = key.multiplyUnsafe(Fn.mul(r, inverse)).add(fromHash).toAffine()
  return x === r && Number(y & 1n) === recovery
}
