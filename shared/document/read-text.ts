import { parseUtf8 } from '../bytes/bytes.ts'

/**
 * A file's text; null when it is none. A byte order mark stands before many saved files and is no part of the text.
 * UTF-16, which some shells write, is read with its mark alone.
 */
export function readText(file: Uint8Array): string | null {
  const [first, second, third] = file
  if (first === 0xff && second === 0xfe) return readUtf16(file, 'little')
  if (first === 0xfe && second === 0xff) return readUtf16(file, 'big')
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  try {
    return parseUtf8(hasMark ? file.subarray(3) : file)
  } catch {
    return null
  }
}

/** Code units that are put into one text at a time: arguments of a call are limited. */
const atOnce = 4096

function readUtf16(file: Uint8Array, order: 'little' | 'big'): string | null {
  if (file.length % 2 !== 0) return null
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const units = Array.from({ length: file.length / 2 - 1 }, (_, at) =>
    view.getUint16(2 * at + 2, order === 'little'),
  )
  let text = ''
  for (let at = 0; at < units.length; at += atOnce) {
    text += String.fromCharCode(...units.slice(at, at + atOnce))
  }
  return text.isWellFormed() ? text : null
}
