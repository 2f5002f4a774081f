import * as Type from 'typebox'
import type { Json } from '../canonical-json.ts'
import { checkShape } from '../check-shape.ts'
import type { Salt } from '../commitment/salt.ts'
import { FormatError } from '../errors.ts'
import { AnyArray } from '../json/any-array.ts'
import { parseReceipt, type Receipt } from '../receipt/parse-receipt.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'

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

const closed = { additionalProperties: false } as const
const SaltText = Type.String({ pattern: '^[0-9a-f]{64}$' })

const FiledAnswerSchema = Type.Object(
  {
    origin: Type.String({
      pattern: '^https?://(?:[a-z0-9._-]+|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$',
      maxLength: 2048,
    }),
    receivedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    receipt: Type.Unknown(),
    salts: Type.Object({ prompt: SaltText, response: SaltText }, closed),
    messages: Type.Union([AnyArray, Type.Object({}), Type.Null()]),
    message: Type.Union([AnyArray, Type.Object({}), Type.Null()]),
    text: Type.String(),
  },
  closed,
)

export const filedAnswerMembers = Object.keys(FiledAnswerSchema.properties)

/** @throws {FormatError} VAULT_MALFORMED, RECEIPT_MALFORMED */
export function parseFiledAnswer(input: unknown): FiledAnswer {
  const answer = checkShape(input, FiledAnswerSchema, documentProblems.answer, 'VAULT_MALFORMED')
  if (Number.isNaN(Date.parse(answer.receivedAt))) {
    throw new FormatError('VAULT_MALFORMED', documentProblems.receivedAt, '/receivedAt')
  }
  return { ...(answer as unknown as FiledAnswer), receipt: parseReceipt(answer.receipt) }
}
