import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import type { Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import { toIso } from './to-iso.ts'
import { modes, verifications, type Mode, type Verification } from '../modes.ts'
import * as receiptProblems from '../words/english/formats/receipt-problems.ts'

/** Attestation facts; present for `tee` and `e2ee` only. */
interface ReceiptEnclave {
  /** Name under which the operator configured and pinned the enclave. */
  readonly providerId: string
  /** The enclave's compose hash, 64 lowercase hex digits, out of the replayed RTMR3. */
  readonly measurement: Digest
  readonly verifiedBy: Verification
}

/** The signed content (FORMAT.md §2.1). */
export interface ReceiptBody {
  readonly v: 1
  /** ISO 8601 in UTC with milliseconds: `2026-11-20T09:30:00.000Z`. */
  readonly issuedAt: string
  /** Catalogue id, never the trait. */
  readonly model: string
  readonly mode: Mode
  readonly promptCommit: Digest
  readonly responseCommit: Digest
  readonly enclave?: ReceiptEnclave
}

export interface Receipt {
  readonly body: ReceiptBody
  /** sha256(JCS(body)). */
  readonly digest: Digest
  /** EIP-191 over the 64 characters of the digest: r ‖ s ‖ v, `0x` and 130 lowercase hex digits. */
  readonly signature: string
  /** What the file says of itself: never what a verifier expects. `0x` and 40 lowercase hex digits. */
  readonly signer: string
}

const DigestText = Type.String({ pattern: '^[0-9a-f]{64}$' })
const literals = (values: readonly string[]) =>
  Type.Union(values.map((value) => Type.Literal(value)))
const closed = { additionalProperties: false } as const

// The body is closed: a member this version does not know could change what the others mean.
const BodySchema = Type.Object(
  {
    v: Type.Literal(1),
    issuedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    model: Type.String({ minLength: 1, maxLength: 256 }),
    mode: literals(modes),
    promptCommit: DigestText,
    responseCommit: DigestText,
    enclave: Type.Optional(
      Type.Object(
        {
          providerId: Type.String({ minLength: 1, maxLength: 128 }),
          measurement: DigestText,
          verifiedBy: literals(verifications),
        },
        closed,
      ),
    ),
  },
  closed,
)

const ReceiptSchema = Type.Object(
  {
    body: BodySchema,
    digest: DigestText,
    signature: Type.String({ pattern: '^0x[0-9a-f]{130}$' }),
    signer: Type.String({ pattern: '^0x[0-9a-f]{40}$' }),
  },
  closed,
)

/** @throws {FormatError} RECEIPT_MALFORMED; `path` names the member */
export function parseReceipt(input: unknown): Receipt {
  const read = checkShape(input, ReceiptSchema, receiptProblems.receipt, 'RECEIPT_MALFORMED')
  const receipt = read as unknown as Receipt
  if (toIso(receipt.body.issuedAt) !== receipt.body.issuedAt) {
    throw new FormatError('RECEIPT_MALFORMED', receiptProblems.issuedAt, '/body/issuedAt')
  }
  return receipt
}
