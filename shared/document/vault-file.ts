import * as Type from 'typebox'
import { checkShape } from '../check-shape.ts'
import { FormatError } from '../errors.ts'
import { AnyArray } from '../json/any-array.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import * as documentProblems from '../words/english/formats/document-problems.ts'
import { parseFiledAnswer, type FiledAnswer } from './filed-answer.ts'

/** Everything that the extension keeps, salts and words included: it is for its user alone. */
export interface VaultFile {
  readonly type: 'countersign-vault/1'
  readonly answers: readonly FiledAnswer[]
}

const VaultFileSchema = Type.Object(
  { type: Type.Literal('countersign-vault/1'), answers: AnyArray },
  { additionalProperties: false },
)

/**
 * The answers of an export, each still to be parsed.
 * @throws {FormatError} VAULT_MALFORMED
 */
export function parseVaultEntries(input: unknown): readonly unknown[] {
  return checkShape(input, VaultFileSchema, documentProblems.theExport, 'VAULT_MALFORMED').answers
}

/** @throws {FormatError} VAULT_MALFORMED, RECEIPT_MALFORMED, JSON_* */
export function parseVaultFile(bytes: Uint8Array): VaultFile {
  const entries = parseVaultEntries(parseJsonObject(bytes).value)
  return { type: 'countersign-vault/1', answers: entries.map(parseEntry) }
}

function parseEntry(entry: unknown, index: number): FiledAnswer {
  try {
    return parseFiledAnswer(entry)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const { code, message, path } = error
    throw new FormatError(
      code,
      documentProblems.ofAnswer(index + 1, message),
      `/answers/${index}${path}`,
      {
        cause: error,
      },
    )
  }
}
