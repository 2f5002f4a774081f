import { concatBytes } from '@noble/hashes/utils.js'
import { parseHex } from './bytes/bytes.ts'

/** What is used of `node:crypto`. */
interface NodeCrypto {
  createPublicKey(key: DerKey<'spki'>): object
  createPrivateKey(key: DerKey<'pkcs8'>): object
  diffieHellman(pair: { privateKey: object; publicKey: object }): Uint8Array
  createECDH(curve: 'secp256k1'): {
    setPrivateKey(key: Uint8Array): void
    computeSecret(publicKey: Uint8Array): Uint8Array
  }
  verify(
    hash: string,
    signedBytes: Uint8Array,
    key: { key: object; dsaEncoding: 'ieee-p1363' },
    signature: Uint8Array,
  ): boolean
}

interface DerKey<Type> {
  readonly key: Uint8Array
  readonly format: 'der'
  readonly type: Type
}

interface Runtime {
  readonly process?: { getBuiltinModule?(name: string): NodeCrypto | undefined }
}

/** Node's cryptography takes a seventh of JavaScript's time. A browser has no such module. */
const node = (globalThis as Runtime).process?.getBuiltinModule?.('node:crypto')

/** DER in front of the bytes of a key. */
const heads = {
  x25519Private: parseHex('302e020100300506032b656e04220420'),
  x25519: parseHex('302a300506032b656e032100'),
  p256: parseHex('3059301306072a8648ce3d020106082a8648ce3d030107034200'),
  p384: parseHex('3076301006072a8648ce3d020106052b81040022036200'),
}

/** 32 bytes; null where JavaScript has to compute them: in a browser, and for a key that the runtime refuses. */
export function nativeX25519(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  return tryNative((crypto) => {
    const own = concatBytes(heads.x25519Private, privateKey)
    const shared = crypto.diffieHellman({
      privateKey: crypto.createPrivateKey({ key: own, format: 'der', type: 'pkcs8' }),
      publicKey: openKey(crypto, heads.x25519, publicKey),
    })
    return Uint8Array.from(shared)
  })
}

/**
 * The x of the shared point, 32 bytes; null where JavaScript has to compute it: in a browser, and for a key that
 * the runtime refuses, or that is neither a compressed point nor a whole one.
 */
export function nativeSecp256k1(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | null {
  if (!pointHeads.get(publicKey.length)?.includes(publicKey[0] ?? 0)) return null
  return tryNative((crypto) => {
    const own = crypto.createECDH('secp256k1')
    own.setPrivateKey(privateKey)
    return Uint8Array.from(own.computeSecret(publicKey))
  })
}

/** The first byte of a point, by its length. The runtime knows others, which JavaScript refuses. */
const pointHeads = new Map([
  [33, [2, 3]],
  [65, [4]],
])

interface Ecdsa {
  readonly curve: 'p256' | 'p384'
  readonly hash: 'sha256' | 'sha384'
  /** Uncompressed: 04 ‖ x ‖ y. */
  readonly point: Uint8Array
  /** r ‖ s, big-endian. */
  readonly signature: Uint8Array
}

/** Whether the key signed these bytes; null where JavaScript has to decide: in a browser, and for a key that the runtime refuses. */
export function nativeEcdsa(
  { curve, hash, point, signature }: Ecdsa,
  signedBytes: Uint8Array,
): boolean | null {
  return tryNative((crypto) => {
    const key = openKey(crypto, heads[curve], point)
    return crypto.verify(hash, signedBytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
  })
}

function openKey(crypto: NodeCrypto, head: Uint8Array, publicKey: Uint8Array): object {
  return crypto.createPublicKey({
    key: concatBytes(head, publicKey),
    format: 'der',
    type: 'spki',
  })
}

function tryNative<Result>(compute: (crypto: NodeCrypto) => Result): Result | null {
  if (node === undefined) return null
  try {
    return compute(node)
  } catch {
    return null
  }
}
