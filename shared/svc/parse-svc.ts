import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import type { Salt } from '../commitment/salt.ts'
import type { Digest } from '../digest.ts'
import { modes, type Mode } from '../modes.ts'
import { parseReceipt, type Receipt } from '../receipt/parse-receipt.ts'

/** The block that the gateway adds to an answer (FORMAT.md §4.1). */
export interface Svc {
  readonly privacy_mode: Mode
  readonly privacy_label: string
  readonly receipt_digest: Digest
  readonly receipt: Receipt
  readonly commitment_salts: { readonly prompt: Salt; readonly response: Salt }
  readonly enclave_receipt_id?: string
  /** The enclave's own receipt, judged elsewhere. */
  readonly enclave_receipt?: Readonly<Record<string, unknown>>
  /** Digest of the enclave’s evidence, where the gateway keeps it. */
  readonly evidence?: Digest
  /** `true` where the gateway wrote the answer anew: these are not the bytes that an enclave sent. */
  readonly translated?: unknown
}

const HexText = Type.String({ pattern: '^[0-9a-f]{64}$' })
const literals = (values: readonly string[]) =>
  Type.Union(values.map((value) => Type.Literal(value)))

const SvcSchema = Type.Object({
  privacy_mode: literals(modes),
  privacy_label: Type.String(),
  receipt_digest: HexText,
  receipt: Type.Unknown(),
  commitment_salts: Type.Object({ prompt: HexText, response: HexText }),
  enclave_receipt_id: Type.Optional(Type.String()),
  enclave_receipt: Type.Optional(Type.Object({})),
  evidence: Type.Optional(HexText),
})

/**
 * Members that nothing covers, or that this version does not know, are left alone: `svc` is not signed, its receipt is.
 * @throws {FormatError} SVC_MALFORMED, RECEIPT_MALFORMED
 */
export function parseSvc(input: unknown): Svc {
  const svc = checkShape(input, SvcSchema, 'svc', 'SVC_MALFORMED')
  return { ...(svc as unknown as Svc), receipt: parseReceipt(svc.receipt) }
}
