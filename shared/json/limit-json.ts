import { FormatError } from '../errors.ts'
import { stringEnd } from './string-end.ts'

export interface JsonLimits {
  /** Members and items at every depth, all of them together. */
  readonly values: number
  /** Objects and arrays within each other. */
  readonly depth: number
  /** Objects and arrays, all of them together; any number where it is left out. */
  readonly lists?: number
}

/** What a byte may be outside of strings. */
const PLAIN = 0
const SPACE = 1
const COMMA = 2
const COLON = 3
const QUOTE = 4
const OPEN = 5
const CLOSE = 6

const kinds = new Uint8Array(256)
for (const [text, kind] of [
  [' \t\r\n', SPACE],
  [',', COMMA],
  [':', COLON],
  ['"', QUOTE],
  ['[{', OPEN],
  [']}', CLOSE],
] as const) {
  for (const character of text) kinds[character.charCodeAt(0)] = kind
}

/**
 * Counts what a JSON text holds before anything is built of it, and stops where it is too much: what
 * reads it afterwards has that much work and no more. One pass over the bytes, which may be anything.
 * @throws {FormatError} JSON_TOO_MANY_VALUES, JSON_TOO_DEEP
 */
export function limitJson(bytes: Uint8Array, limits: JsonLimits): void {
  // The outermost value is no member, and each name is counted as a string and taken back at its colon.
  let values = -1
  let depth = 0
  // Each stands beside a member or an item: what is nothing but commas is no JSON, and long all the same.
  let separators = 0
  let lists = 0
  const mostLists = limits.lists ?? Number.POSITIVE_INFINITY
  let at = 0
  while (at < bytes.length) {
    const kind = kinds[bytes[at] ?? 0]
    switch (kind) {
      case PLAIN:
        values += 1
        while (at < bytes.length && kinds[bytes[at] ?? 0] === PLAIN) at += 1
        break
      case QUOTE:
        values += 1
        at = stringEnd(bytes, at)
        break
      case COLON:
        values -= 1
        separators += 1
        at += 1
        break
      case COMMA:
        separators += 1
        at += 1
        break
      case OPEN:
        values += 1
        depth += 1
        lists += 1
        at += 1
        if (lists > mostLists) {
          throw new FormatError(
            'JSON_TOO_MANY_VALUES',
            `it has more than ${mostLists} lists and objects`,
          )
        }
        if (depth > limits.depth) {
          throw new FormatError('JSON_TOO_DEEP', `it is nested deeper than ${limits.depth}`)
        }
        break
      case SPACE:
        while (at < bytes.length && kinds[bytes[at] ?? 0] === SPACE) at += 1
        break
      default:
        if (kind === CLOSE) depth -= 1
        at += 1
    }
    // A name that has not met its colon yet may be one too many.
    if (values > limits.values + 1 || separators > 2 * limits.values) throw tooMany(limits)
  }
  if (values > limits.values) throw tooMany(limits)
}

function tooMany({ values }: JsonLimits): FormatError {
  return new FormatError('JSON_TOO_MANY_VALUES', `it has more than ${values} members and items`)
}
