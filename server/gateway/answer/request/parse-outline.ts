import { isUtf8 } from 'node:buffer'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObjectInPasses, type ParsedObject } from '#shared/json/parse-json-object.ts'
import type { JsonLimits } from '#shared/json/scan-json.ts'
import { answerProblems } from '#shared/words/english/errors/provider-errors.ts'
import { decodeUtf8 } from '../../common/decode-utf8.ts'
import { mostCopiedBytes } from './canonical-copy.ts'
import { plainTexts } from './plain-texts.ts'

export interface Outline extends ParsedObject {
  /** Where the texts stand that the value lacks: the begin and the end of each, in turn, without their quotes. */
  readonly texts: readonly number[]
}

/**
 * Reads a JSON object as strictly as `parseJsonObjectInPasses`, but leaves the words of long texts where they stand: in the
 * value, these texts are empty. To decode them costs more than all else that is done with a long conversation. Of an object
 * that is too long to be copied, everything is decoded.
 * @throws {FormatError} as `parseJsonObjectInPasses`
 */
export function* parseOutline(
  bytes: Uint8Array,
  limits: JsonLimits,
): Generator<void, Outline, undefined> {
  let texts: readonly number[] = []
  function decode(all: Uint8Array, longTexts: readonly number[]): string {
    if (longTexts.length === 0 || all.length > mostCopiedBytes) return decodeUtf8(all)
    if (!isUtf8(all)) throw new FormatError('UTF8_MALFORMED', answerProblems.notUtf8)
    texts = plainTexts(all, longTexts)
    return without(all, texts)
  }
  const parsed = yield* parseJsonObjectInPasses(bytes, decode, limits)
  return { ...parsed, texts }
}

/** The text of UTF-8 without some ranges, each of whole characters. @param ranges where each begins and ends, in turn */
function without({ buffer, byteOffset, length }: Uint8Array, ranges: readonly number[]): string {
  const bytes = Buffer.from(buffer, byteOffset, length)
  let text = ''
  for (let each = 0; each <= ranges.length; each += 2) {
    text += bytes.toString('utf8', ranges[each - 1] ?? 0, ranges[each] ?? length)
  }
  return text
}
