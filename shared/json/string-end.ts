const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Just behind the closing quote of the string that opens at `start`; the end where it is not closed. */
export function stringEnd(bytes: Uint8Array, start: number): number {
  const quote = bytes.indexOf(QUOTE, start + 1)
  if (quote < 0) return bytes.length
  if (bytes[quote - 1] !== BACKSLASH) return quote + 1
  // A string may be nothing but escaped quotes, so each is not looked for anew.
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at += 1
    else if (byte === QUOTE) return at + 1
  }
  return bytes.length
}
