import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import type { Json } from '../canonical-json.ts'
import type { Salt } from '../commitment/salt.ts'
import type { Digest } from '../digest.ts'
import { AnyArray } from '../json/any-array.ts'
import { parseReceipt, type Receipt } from '../receipt/parse-receipt.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'

/** A file that proves one side of an exchange, or both, without the rest of the conversation. */
export interface Disclosure {
  readonly type: 'countersign-disclosure/1'
  readonly receipt: Receipt
  readonly prompt?: { readonly messages: Json; readonly salt: Salt }
  readonly response?: { readonly message: Json; readonly salt: Salt }
  /**
   * What the enclave itself signed, as `svc` brought it. It commits to bytes that a disclosure does not hold,
   * and to the whole request without a salt.
   */
  readonly enclave_receipt?: Readonly<Record<string, unknown>>
  readonly enclave_receipt_id?: string
  /** Digest of the enclave’s evidence, where the gateway keeps it. */
  readonly evidence?: Digest
}

const closed = { additionalProperties: false } as const
/** A list or an object: which one says of which dialect the exchange was. */
const CommittedValue = Type.Union([AnyArray, Type.Object({})])
const HexText = Type.String({ pattern: '^[0-9a-f]{64}$' })

// Closed, so that a file cannot carry a salt in a member that nobody looks at.
const DisclosureSchema = Type.Object(
  {
    type: Type.Literal('countersign-disclosure/1'),
    receipt: Type.Unknown(),
    prompt: Type.Optional(Type.Object({ messages: CommittedValue, salt: HexText }, closed)),
    response: Type.Optional(Type.Object({ message: CommittedValue, salt: HexText }, closed)),
    enclave_receipt: Type.Optional(Type.Object({})),
    enclave_receipt_id: Type.Optional(Type.String()),
    evidence: Type.Optional(HexText),
  },
  closed,
)

/** @throws {FormatError} DISCLOSURE_MALFORMED, RECEIPT_MALFORMED */
export function parseDisclosure(input: unknown): Disclosure {
  const disclosure = checkShape(
    input,
    DisclosureSchema,
    documentProblems.disclosure,
    'DISCLOSURE_MALFORMED',
  )
  return { ...(disclosure as unknown as Disclosure), receipt: parseReceipt(disclosure.receipt) }
}
