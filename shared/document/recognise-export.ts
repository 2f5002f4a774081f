import type { Json } from '../canonical-json.ts'
import { FormatError } from '../errors.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { filedAnswerMembers, parseFiledAnswer, type FiledAnswer } from './filed-answer.ts'
import { missingFromReceipt, missingMembers } from './missing-members.ts'
import { recognised, refuse, type Recognition, type Refusal } from './subject.ts'
import { parseVaultEntries } from './vault-file.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

/**
 * An export of one answer is that answer; of several, none is judged before it is chosen.
 * @throws {FormatError} VAULT_MALFORMED
 */
export function recogniseExport(value: JsonObject): Recognition {
  if (value['type'] !== 'countersign-vault/1') {
    return refuse('unrecognised', words.otherExport)
  }
  const missing = missingMembers(value, ['answers'], words.theExport)
  if (missing) return missing
  const entries = parseVaultEntries(value) as readonly Json[]
  const [first] = entries
  if (first === undefined) {
    return refuse('incomplete', words.emptyExport)
  }
  if (entries.length > 1) return { kind: 'export', entries }
  const answer = readFiledAnswer(first, 1)
  return 'sentence' in answer ? answer : recognised({ kind: 'filed', answer })
}

/** @param number counted from 1, to name it when it cannot be read */
export function readFiledAnswer(entry: Json, number: number): FiledAnswer | Refusal {
  const missing =
    missingMembers(entry, filedAnswerMembers, words.answer(number)) ??
    (isJsonObject(entry) ? missingFromReceipt(entry['receipt'], words.ofAnswer(number)) : null)
  if (missing) return missing
  try {
    return parseFiledAnswer(entry)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return refuse('invalid', words.unreadableAnswer(number, error.message))
  }
}
