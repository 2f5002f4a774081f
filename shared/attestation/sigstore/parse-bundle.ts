import { base64 } from '@scure/base'
import * as Type from 'typebox'
import { bytesToHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject, type JsonObject } from '../../json/parse-json-object.ts'
import * as sigstoreReasons from '../../words/english/evidence/sigstore-reasons.ts'
import { parseX509, type X509 } from '../certificates/parse-x509.ts'

export interface BundleEntry {
  /** In hex. */
  readonly logId: string
  readonly logIndex: number
  /** Unix seconds. */
  readonly integratedTime: number
  /** DER. */
  readonly promise: Uint8Array
  readonly proof: {
    readonly logIndex: number
    readonly treeSize: number
    readonly rootHash: Uint8Array
    readonly hashes: readonly Uint8Array[]
    readonly checkpoint: string
  }
  readonly body: Uint8Array
}

/** A statement that was signed once, with its place in the public log. */
export interface Bundle {
  readonly certificate: X509
  readonly entries: readonly BundleEntry[]
  readonly payloadType: string
  readonly payload: Uint8Array
  /** DER. */
  readonly signature: Uint8Array
}

/** Integers are written as text. */
const IntegerText = Type.String({ pattern: '^[0-9]{1,15}$' })
const Base64Text = Type.String({ maxLength: 1024 * 1024 })

const BundleSchema = Type.Object({
  mediaType: Type.Union([
    Type.Literal('application/vnd.dev.sigstore.bundle.v0.3+json'),
    Type.Literal('application/vnd.dev.sigstore.bundle+json;version=0.3'),
  ]),
  verificationMaterial: Type.Object({
    certificate: Type.Object({ rawBytes: Base64Text }),
    tlogEntries: Type.Array(
      Type.Object({
        logIndex: IntegerText,
        logId: Type.Object({ keyId: Base64Text }),
        kindVersion: Type.Object({
          kind: Type.Literal('dsse'),
          version: Type.Literal('0.0.1'),
        }),
        integratedTime: IntegerText,
        inclusionPromise: Type.Object({ signedEntryTimestamp: Base64Text }),
        inclusionProof: Type.Object({
          logIndex: IntegerText,
          rootHash: Base64Text,
          treeSize: IntegerText,
          hashes: Type.Array(Base64Text, { maxItems: 64 }),
          checkpoint: Type.Object({ envelope: Type.String({ maxLength: 16_384 }) }),
        }),
        canonicalizedBody: Base64Text,
      }),
      { minItems: 1, maxItems: 8 },
    ),
  }),
  dsseEnvelope: Type.Object({
    payload: Base64Text,
    payloadType: Type.String(),
    signatures: Type.Array(Type.Object({ sig: Base64Text }), { minItems: 1, maxItems: 1 }),
  }),
})

/**
 * A bundle of version 0.3 with one DSSE signature and entries of the log's first version; nothing else occurs.
 * @param text JSON
 * @throws {FormatError} EVIDENCE_MALFORMED, CERTIFICATE_MALFORMED, JSON_*
 */
export function parseBundle(text: string): Bundle {
  const { verificationMaterial, dsseEnvelope } = checkShape(
    parseText(text),
    BundleSchema,
    sigstoreReasons.bundle,
  )
  const [signature] = dsseEnvelope.signatures
  return {
    certificate: parseX509(decode(verificationMaterial.certificate.rawBytes)),
    entries: verificationMaterial.tlogEntries.map((entry) => ({
      logId: bytesToHex(decode(entry.logId.keyId)),
      logIndex: Number(entry.logIndex),
      integratedTime: Number(entry.integratedTime),
      promise: decode(entry.inclusionPromise.signedEntryTimestamp),
      proof: {
        logIndex: Number(entry.inclusionProof.logIndex),
        treeSize: Number(entry.inclusionProof.treeSize),
        rootHash: decode(entry.inclusionProof.rootHash),
        hashes: entry.inclusionProof.hashes.map(decode),
        checkpoint: entry.inclusionProof.checkpoint.envelope,
      },
      body: decode(entry.canonicalizedBody),
    })),
    payloadType: dsseEnvelope.payloadType,
    payload: decode(dsseEnvelope.payload),
    signature: decode(signature?.sig ?? ''),
  }
}

function parseText(text: string): JsonObject {
  return parseJsonObject(utf8ToBytes(text)).value
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', sigstoreReasons.bundleNotBase64, '', { cause })
  }
}
