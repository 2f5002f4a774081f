/** Codes of a document that could not be read. They are part of the API; messages are not. */
export type FormatErrorCode =
  | 'JSON_MALFORMED'
  | 'JSON_DUPLICATE_KEY'
  | 'JSON_TOO_DEEP'
  | 'JSON_TOO_MANY_VALUES'
  | 'TOO_MANY_LINES'
  | 'JSON_NOT_CANONICALIZABLE'
  | 'HEX_MALFORMED'
  | 'UTF8_MALFORMED'
  | 'SALT_MALFORMED'
  | 'SIGNERS_MALFORMED'
  | 'DISCLOSURE_MALFORMED'
  | 'RECEIPT_MALFORMED'
  | 'SVC_MALFORMED'
  | 'SSE_MALFORMED'
  | 'SSE_TOO_LONG'
  | 'SSE_UNENDED'
  | 'COMPLETION_MALFORMED'
  | 'QUOTE_MALFORMED'
  | 'CERTIFICATE_MALFORMED'
  | 'COLLATERAL_MALFORMED'
  | 'EVENT_LOG_MALFORMED'
  | 'REFERENCE_VALUES_MALFORMED'
  | 'REPORT_MALFORMED'
  | 'ENCLAVE_RECEIPT_MALFORMED'
  | 'SESSION_MALFORMED'
  | 'EVIDENCE_MALFORMED'
  | 'VAULT_MALFORMED'
  | 'TRAITS_MALFORMED'
  | 'PROTOCOL_UNSUPPORTED'
  | 'E2EE_MALFORMED'
  | 'PROVIDER_UNUSABLE'

/** Malformed input: it could not be read, so nothing was checked. A failed check is never an error. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
  readonly code: FormatErrorCode
  /** JSON pointer of the offending member, or '' for the whole document. */
  readonly path: string

  constructor(code: FormatErrorCode, message: string, path = '', options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.path = path
  }
}
