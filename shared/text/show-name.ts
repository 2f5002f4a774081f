import { showText } from './show-text.ts'

/** As software names things; what has blanks in it could be read as a part of the sentence. */
const plain = /^[\w./:@+[\]-]+$/
const quotes = /["“”„‟«»]/g

/** A name out of a file, within a sentence: in quotation marks where it could be taken for words of the sentence. */
export function showName(name: string, limit = 120): string {
  if (name.length <= limit && plain.test(name)) return name
  return `“${showText(name, limit).replace(quotes, '’')}”`
}
