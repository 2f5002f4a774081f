import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { dialectOfAnswer } from '#shared/dialects/dialect-registry.ts'
import { shownText } from '#shared/dialects/shown-text.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { readOr } from '#shared/read-or.ts'
import { drawnWords } from '../../reading/drawn-words.ts'
import { wordsOf } from '../../reading/words-of.ts'

/**
 * The words of an answer without a receipt, in each of the ways in which pages draw it; empty for what is no answer.
 * @param streamed its text, if it was a stream
 */
export function wordsWithoutReceipt(received: string, streamed: string): readonly string[] {
  const text = streamed === '' ? bufferedText(received) : streamed
  return [wordsOf(text), ...drawnWords(text)].filter((words) => words !== '')
}

function bufferedText(received: string): string {
  return readOr('', () => {
    const { value } = parseJsonObject(utf8ToBytes(received.toWellFormed()))
    return shownText(dialectOfAnswer(value)?.answerValue(value, null) ?? null)
  })
}
