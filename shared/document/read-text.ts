import { parseUtf8 } from '../bytes/bytes.ts'

/** A file's text; null when it is not UTF-8. A byte order mark stands before many saved files and is no part of the text. */
export function readText(file: Uint8Array): string | null {
  const [first, second, third] = file
  const hasMark = first === 0xef && second === 0xbb && third === 0xbf
  try {
    return parseUtf8(hasMark ? file.subarray(3) : file)
  } catch {
    return null
  }
}
