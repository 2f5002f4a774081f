const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Most strings end sooner than a search by the platform begins. */
const shortBytes = 24
/** A string may be nothing but escaped quotes: each of them is not looked for by itself. */
const mostSearches = 64

/** Just behind the closing quote of the string that opens at `start`; the end where it is not closed. */
export function stringEnd(bytes: Uint8Array, start: number): number {
  const shortEnd = Math.min(start + 1 + shortBytes, bytes.length)
  let at = start + 1
  while (at < shortEnd) {
    const byte = bytes[at]
    if (byte === QUOTE) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  for (let search = 0; search < mostSearches; search++) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return bytes.length
    if (!isEscaped(bytes, at, quote)) return quote + 1
    at = quote + 1
  }
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === QUOTE) return at + 1
    at += byte === BACKSLASH ? 2 : 1
  }
  return bytes.length
}

/** Whether an odd number of backslashes stands before `at`; `from` is where a character begins. */
function isEscaped(bytes: Uint8Array, from: number, at: number): boolean {
  let first = at
  while (first > from && bytes[first - 1] === BACKSLASH) first -= 1
  return (at - first) % 2 === 1
}
