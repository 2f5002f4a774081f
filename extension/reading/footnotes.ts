import { marks } from './marks.ts'

const definition =
  /^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?!\[\^)(?:[ \t]*\n(?=(?: {4}|\t)))?(?:[ \t]*\S.*))*)\n?/gm
const fenced = /^ {0,3}(?:```|~~~)[^]*?^ {0,3}(?:```|~~~)[ \t]*$|`[^`\n]*`/gm

/**
 * The same text with its footnotes where pages draw them: their numbers in the text, and what they say as a list at its
 * end, in the order in which they are named.
 */
export function withFootnotes(text: string): string {
  const notes = new Map(
    [...text.matchAll(definition)].map(([, name = '', note = '']) => [name, note]),
  )
  if (notes.size === 0) return text
  const numbers = new Map<string, number>()
  const code: string[] = []
  const body = text
    .replaceAll(fenced, (each) => `${marks.held}${code.push(each) - 1}${marks.held}`)
    .replaceAll(definition, '')
    .replaceAll(/\[\^([^\]\s]+)\]/g, (written, name: string) => {
      if (!notes.has(name)) return written
      numbers.set(name, numbers.get(name) ?? numbers.size + 1)
      return `${marks.note}${numbers.get(name)}${marks.note}`
    })
    .replaceAll(
      new RegExp(`${marks.held}(\\d+)${marks.held}`, 'g'),
      (_, at) => code[Number(at)] ?? '',
    )
  const list = [...numbers].map(([name, number]) => {
    const note = (notes.get(name) ?? '').replaceAll(/\n[ \t]*/g, '\n    ')
    return `${number}. ${note}`
  })
  return `${body}\n\n${marks.notes}\n\n${list.join('\n')}\n`
}
