import { FormatError } from '../errors.ts'
import { scanJson } from '../json/scan-json.ts'
import { refuse, type Refusal } from './subject.ts'
import { fileWords as words } from '../words/english/verdict/file.ts'

/** Most lists and objects in any text; a longer text may have one in so many bytes. Each is built, walked and written again. */
const mostLists = 32_768
const bytesAList = 64

/** A refusal of a text that is mostly brackets, before anything is built of it. */
export function tooManyLists(text: Uint8Array): Refusal | null {
  const lists = Math.max(mostLists, Math.floor(text.length / bytesAList))
  const any = Number.POSITIVE_INFINITY
  try {
    scanJson(text, { values: any, depth: any, lists })
    return null
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return refuse('unrecognised', words.tooMuch(error.message))
  }
}
