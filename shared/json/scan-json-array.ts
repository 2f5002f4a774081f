import { stringEnd } from './scan-json.ts'

/** One element of an array, as byte offsets into its text, without the space around it. */
export interface JsonElement {
  readonly start: number
  /** Just behind it. */
  readonly end: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN = [0x5b, 0x7b]
const CLOSE = [0x5d, 0x7d]
const SPACE = [0x20, 0x0a, 0x0d, 0x09]

/** The elements of the outermost array in a JSON text that is known to be valid. */
export function scanJsonArray(bytes: Uint8Array): readonly JsonElement[] {
  const elements: JsonElement[] = []
  let depth = 0
  let start = -1
  let end = -1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const opens = OPEN.includes(byte)
    const closes = CLOSE.includes(byte)
    if (closes) depth -= 1
    if (depth === (closes ? 0 : 1) && start >= 0 && (closes || byte === COMMA)) {
      elements.push({ start, end })
      start = -1
    } else if (depth >= 1 && byte !== COMMA && !SPACE.includes(byte)) {
      if (start < 0) start = at
    }
    if (byte === QUOTE) at = stringEnd(bytes, at) - 1
    if (start >= 0 && !SPACE.includes(byte)) end = at + 1
    if (opens) depth += 1
  }
  return elements
}
