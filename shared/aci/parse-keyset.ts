import * as Type from 'typebox'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import { sha256Digest } from '../digest.ts'
import { aciCanonicalJson } from './aci-json.ts'

/** `sha256:` and 64 lowercase hex digits, as the enclaves write digests. */
export type AciDigest = `sha256:${string}`

export function isAciDigest(text: string): text is AciDigest {
  return /^sha256:[0-9a-f]{64}$/.test(text)
}

const KeySchema = Type.Object({
  key_id: Type.String(),
  algo: Type.String(),
  public_key: Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }),
})

const KeysetSchema = Type.Object({
  subject: Type.Union([Type.String(), Type.Null()]),
  /** Unix seconds. */
  not_after: Type.Integer({ minimum: 0 }),
  receipt_signing_keys: Type.Array(KeySchema),
  e2ee_public_keys: Type.Array(KeySchema),
  tls_public_keys: Type.Array(
    Type.Object({
      spki_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      domain: Type.Optional(Type.String()),
    }),
  ),
})

interface KeysetKey {
  readonly key_id: string
  readonly algo: string
  /** Lowercase hex. */
  readonly public_key: string
}

/** The keys of a workload (aci-upstream.md section 1.3). */
export interface Keyset {
  readonly subject: string | null
  readonly not_after: number
  readonly receipt_signing_keys: readonly KeysetKey[]
  readonly e2ee_public_keys: readonly KeysetKey[]
  readonly tls_public_keys: readonly { readonly spki_sha256: string; readonly domain?: string }[]
}

/** @throws {FormatError} REPORT_MALFORMED */
export function parseKeyset(input: unknown): Keyset {
  return checkShape(input, {
    schema: KeysetSchema,
    code: 'REPORT_MALFORMED',
    name: 'the keyset',
  }) as Keyset
}

/**
 * Over every member, known or not (aci-upstream.md section 2.2).
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
    .filter(({ domain }) => domain === undefined || domain === host)
    .map(({ spki_sha256 }) => spki_sha256)
}
