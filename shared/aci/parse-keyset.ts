import * as Type from 'typebox'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import { sha256Digest } from '../digest.ts'
import { OpenObject } from '../open-object.ts'
import * as enclaveDocuments from '../words/english/enclave/enclave-documents.ts'
import { aciCanonicalJson } from './aci-json.ts'
import { keyAlgorithms } from './key-algorithms.ts'

/** `sha256:` and 64 lowercase hex digits, as the enclaves write digests. */
export type AciDigest = `sha256:${string}`

const KeySchema = Type.Object({
  key_id: Type.String(),
  algo: Type.String(),
  public_key: Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }),
})

const TlsKeySchema = Type.Object({ spki_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) })

/** Keys of one kind that a keyset may list; those in use list one or two. */
const mostKeys = 256
/** Items are looked at one by one, once it is known how many there are. */
const Entries = Type.Unsafe<readonly unknown[]>({ type: 'array', maxItems: mostKeys })

const KeysetSchema = Type.Object({
  subject: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Unix seconds. */
  not_after: Type.Integer({ minimum: 0 }),
  receipt_signing_keys: Entries,
  e2ee_public_keys: Entries,
  tls_public_keys: Type.Optional(Entries),
})

interface KeysetKey {
  readonly key_id: string
  readonly algo: string
  /** Lowercase hex. */
  readonly public_key: string
}

interface TlsKey {
  /** 64 lowercase hex digits. */
  readonly spki_sha256: string
  /** The one host that it serves; null or left out: any. */
  readonly domain?: unknown
}

/** The keys of a workload that can be used here: others are part of its digest, and of nothing else. */
export interface Keyset {
  readonly subject: string | null
  readonly not_after: number
  readonly receipt_signing_keys: readonly KeysetKey[]
  readonly e2ee_public_keys: readonly KeysetKey[]
  readonly tls_public_keys: readonly TlsKey[]
}

/**
 * Keys of unknown algorithms, and TLS keys that are not named by their SPKI digest, are left out. One
 * that is known must be well-formed.
 * @throws {FormatError} REPORT_MALFORMED
 */
export function parseKeyset(input: unknown): Keyset {
  const keyset = parseShape(input, KeysetSchema)
  return {
    subject: keyset.subject ?? null,
    not_after: keyset.not_after,
    receipt_signing_keys: parseKeys(keyset.receipt_signing_keys),
    e2ee_public_keys: parseKeys(keyset.e2ee_public_keys),
    tls_public_keys: (keyset.tls_public_keys ?? [])
      .map((key) => parseShape(key, OpenObject))
      .filter((key) => 'spki_sha256' in key)
      .map((key) => parseShape(key, TlsKeySchema)),
  }
}

function parseKeys(keys: readonly unknown[]): readonly KeysetKey[] {
  return keys
    .map((key) => parseShape(key, OpenObject))
    .filter(({ algo }) => keyAlgorithms.has(algo))
    .map((key) => parseShape(key, KeySchema))
}

function parseShape<Schema extends Type.TSchema>(
  input: unknown,
  schema: Schema,
): Type.Static<Schema> {
  return checkShape(input, schema, enclaveDocuments.keyset, 'REPORT_MALFORMED')
}

/**
 * The digest of a keyset, over every member, known or not.
 * @throws {FormatError} JSON_NOT_CANONICALIZABLE
 */
export function keysetDigest(keyset: Json): AciDigest {
  return aciDigest(aciCanonicalJson(keyset))
}

export function aciDigest(data: Uint8Array | string): AciDigest {
  return `sha256:${sha256Digest(data)}`
}

/** SPKI digests of the TLS keys that serve this host: scoped ones must name it exactly. */
export function tlsKeysFor({ tls_public_keys }: Keyset, host: string): readonly string[] {
  return tls_public_keys
    .filter(({ domain }) => domain === undefined || domain === null || domain === host)
    .map(({ spki_sha256 }) => spki_sha256)
}

/** @param publicKey lowercase hex */
export function hasEncryptionKey({ e2ee_public_keys }: Keyset, publicKey: string): boolean {
  return e2ee_public_keys.some((key) => key.public_key === publicKey)
}
