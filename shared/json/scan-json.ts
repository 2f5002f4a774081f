/** One member of an object, as byte offsets into its text. */
export interface JsonMember {
  readonly key: string
  /** At the key's opening quote. */
  readonly keyStart: number
  readonly valueStart: number
  /** Just behind the value. */
  readonly valueEnd: number
}

export interface JsonScan {
  /** Members of the outermost object, in their order; a key that stands twice is there twice. */
  readonly members: readonly JsonMember[]
  /** Keys at every depth. */
  readonly keyCount: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Finds the members of the outermost object in a JSON text that is known to be valid. Works on
 * bytes: every structural character of JSON is ASCII, and no byte of a longer UTF-8 sequence is.
 */
export function scanJsonObject(bytes: Uint8Array): JsonScan {
  const members: JsonMember[] = []
  let keyCount = 0
  let depth = 0
  let lastString = 0
  let keyStart = 0
  let keyEnd = 0
  let valueStart = -1

  function closeMember(end: number): void {
    if (valueStart < 0) return
    members.push({
      key: decodeKey(bytes, keyStart, keyEnd),
      keyStart,
      valueStart: skipSpace(bytes, valueStart),
      valueEnd: trimSpace(bytes, end),
    })
    valueStart = -1
  }

  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        lastString = at
        at = stringEnd(bytes, at) - 1
        break
      case COLON:
        keyCount += 1
        if (depth !== 1) break
        keyStart = lastString
        keyEnd = trimSpace(bytes, at)
        valueStart = at + 1
        break
      case COMMA:
        if (depth === 1) closeMember(at)
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (depth === 1) closeMember(at)
        depth -= 1
        break
      default:
    }
  }
  return { members, keyCount }
}

/** Just behind the closing quote of the string that opens at `start`. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let from = start + 1
  for (;;) {
    const quote = bytes.indexOf(QUOTE, from)
    if (quote < 0) return bytes.length
    let backslashes = 0
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return quote + 1
    from = quote + 1
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from
  while (isSpace(bytes[at])) at += 1
  return at
}

function trimSpace(bytes: Uint8Array, end: number): number {
  let at = end
  while (isSpace(bytes[at - 1])) at -= 1
  return at
}

function decodeKey(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at] ?? 0)
  // Latin-1 text of UTF-8 bytes: only names in ASCII, or written with escapes, are compared.
  return JSON.parse(text) as string
}
