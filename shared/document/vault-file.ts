import * as Type from 'typebox'
import { parseUtf8 } from '../bytes.ts'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import type { Salt } from '../commitment/salt.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { parseReceipt, type Receipt } from '../receipt/parse-receipt.ts'

/** One answer in an export of the extension: what it takes to judge it again, and no verdict. */
export interface FiledAnswer {
  /** Origin of the page that received it. */
  readonly origin: string
  /** ISO 8601 UTC. */
  readonly receivedAt: string
  readonly receipt: Receipt
  readonly salts: { readonly prompt: Salt; readonly response: Salt }
  /** What `promptCommit` is to, and `responseCommit`; null where it was not known or not kept. */
  readonly messages: Json | null
  readonly message: Json | null
  /** The answer as its reader saw it; empty where no words were kept. */
  readonly text: string
}

/** Everything that the extension keeps, salts and words included: it is for its user alone. */
export interface VaultFile {
  readonly type: 'countersign-vault/1'
  readonly answers: readonly FiledAnswer[]
}

const closed = { additionalProperties: false } as const
const SaltText = Type.String({ pattern: '^[0-9a-f]{64}$' })

const VaultFileSchema = Type.Object(
  {
    type: Type.Literal('countersign-vault/1'),
    answers: Type.Array(
      Type.Object(
        {
          origin: Type.String({ pattern: '^https?://[^/]+$', maxLength: 2048 }),
          receivedAt: Type.String({
            pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
          }),
          receipt: Type.Unknown(),
          salts: Type.Object({ prompt: SaltText, response: SaltText }, closed),
          messages: Type.Union([Type.Array(Type.Unknown()), Type.Null()]),
          message: Type.Union([Type.Object({}), Type.Null()]),
          text: Type.String(),
        },
        closed,
      ),
    ),
  },
  closed,
)

/** @throws {FormatError} VAULT_MALFORMED, RECEIPT_MALFORMED, JSON_* */
export function parseVaultFile(bytes: Uint8Array): VaultFile {
  const { type, answers } = checkShape(parseJsonObject(bytes, parseUtf8).value, {
    schema: VaultFileSchema,
    code: 'VAULT_MALFORMED',
    name: 'the export',
  })
  return {
    type,
    answers: answers.map((answer) => {
      if (Number.isNaN(Date.parse(answer.receivedAt))) {
        throw new FormatError('VAULT_MALFORMED', 'receivedAt of an answer is no time')
      }
      return {
        ...(answer as unknown as FiledAnswer),
        receipt: parseReceipt(answer.receipt),
      }
    }),
  }
}
