import * as Type from 'typebox'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { OpenObject } from '../open-object.ts'
import * as enclaveDocuments from '../words/english/enclave/enclave-documents.ts'

const AciDigestText = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' })

const EnclaveReceiptSchema = Type.Object({
  receipt_id: Type.String({ minLength: 1, maxLength: 256 }),
  model: Type.Union([Type.String(), Type.Null()]),
  workload_keyset_digest: AciDigestText,
  endpoint: Type.String(),
  method: Type.String(),
  /** Unix seconds; of a stream, when it began. */
  served_at: Type.Integer({ minimum: 0 }),
  event_log: Type.Array(OpenObject, { minItems: 1, maxItems: 64 }),
  key_id: Type.String(),
  signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
})

type EnclaveReceiptDocument = Type.Static<typeof EnclaveReceiptSchema>

/** What an enclave signed about one exchange (PROTOCOL.md §8). */
export interface EnclaveReceipt extends EnclaveReceiptDocument {
  /** The whole document, as it is digested. */
  readonly document: JsonObject
}

/**
 * @throws {FormatError} PROTOCOL_UNSUPPORTED for another or an older protocol, whose receipts are not
 * half-verified; ENCLAVE_RECEIPT_MALFORMED
 */
export function parseEnclaveReceipt(input: unknown): EnclaveReceipt {
  const { api_version: version, signature } = (input ?? {}) as JsonObject
  if (version !== 'aci/1') {
    throw new FormatError('PROTOCOL_UNSUPPORTED', enclaveDocuments.receiptProtocol, '/api_version')
  }
  if (signature !== null && typeof signature === 'object') {
    throw new FormatError('PROTOCOL_UNSUPPORTED', enclaveDocuments.receiptOlder, '/signature')
  }
  const receipt = checkShape(
    input,
    EnclaveReceiptSchema,
    enclaveDocuments.receipt,
    'ENCLAVE_RECEIPT_MALFORMED',
  )
  return { ...receipt, document: input as JsonObject }
}

/** @throws {FormatError} as `parseEnclaveReceipt`, and JSON_* */
export function readEnclaveReceipt(bytes: Uint8Array): EnclaveReceipt {
  return parseEnclaveReceipt(parseJsonObject(bytes).value)
}

/** The document without its signature: what was signed (PROTOCOL.md §8.1). */
export function signedPart({ document }: EnclaveReceipt): Json {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'signature'))
}
