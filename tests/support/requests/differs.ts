import type { Relayed } from './relay-in-memory.ts'
import type { Shown } from './stream-readers.ts'

/** Text of a signed message; '' where there is none. */
export function contentOf(signed: Relayed['signed']): string {
  return typeof signed?.content === 'string' ? signed.content : ''
}

/** Why what is shown is not what was signed; null when all is well. */
export function differs({ signed }: Relayed, shown: Shown, n: number): string | null {
  const text = n === 1 ? shown.all : shown.zero
  const content = contentOf(signed)
  if (shown.failed) {
    const isPart = signed === undefined || content.startsWith(text)
    return isPart ? null : 'before it broke off it showed what was not signed'
  }
  if (signed === undefined) return 'nothing was signed, and nobody is told'
  if (text !== content) return `shown ${JSON.stringify(text)}, signed ${JSON.stringify(content)}`
  if (n === 1 && shown.first !== content) return 'the first choice of each chunk is another one'
  return null
}
