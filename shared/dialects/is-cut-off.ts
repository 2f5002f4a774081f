import { parseUtf8 } from '../bytes/bytes.ts'
import { isOpenJson } from '../json/is-open-json.ts'

/** A field's name, as far as it was copied. */
const beginOfField = /^(?:d|da|dat|e|ev|eve|even|i|r|re|ret|retr)$/

/**
 * Whether the bytes behind the last blank line are an event that was cut off: half of its first line, which could
 * have gone on. A line that is whole is read, or refuses the stream.
 */
export function isCutOff(rest: Uint8Array): boolean {
  const line = textOf(rest)
  if (line === null || /[\r\n]/.test(line)) return false
  const [, data] = /^data: ?(.*)$/s.exec(line) ?? []
  if (data === undefined) return beginOfField.test(line)
  return '[DONE]'.startsWith(data) || (data.startsWith('{') && isOpenJson(data))
}

/** Null where it is no UTF-8; a character may be cut off, too. */
function textOf(bytes: Uint8Array): string | null {
  for (let left = 0; left < 4 && left <= bytes.length; left++) {
    try {
      return parseUtf8(bytes.subarray(0, bytes.length - left))
    } catch {
      // The last character may be half there.
    }
  }
  return null
}
