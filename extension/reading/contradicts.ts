import { marks } from './marks.ts'

/** What no renderer makes of anything else: words, numbers, and the stops between them. */
const plain = /^[\p{L}\p{M}\p{N}\p{Sc}.,;:!?'"()%-]+$/u

/** Of a text in which there is more than words, in characters without spaces: a sentence. */
const longest = 120

/**
 * Whether a page says something else in plain words, in the place of words that were signed. Where it leaves some out, or
 * has some more, it may have its reasons.
 * @param signed one reading of the text that was signed
 * @param shown what the page reads like
 */
export function contradicts(signed: string, shown: string): boolean {
  const [said, seen, before] = between(signed, shown)
  // What a formula is, renderers write in their own ways.
  if (before.lastIndexOf(marks.formula) > before.lastIndexOf(marks.formulaEnd)) return false
  if (!plain.test(said) || !plain.test(seen)) return false
  if (holds(said, seen) || holds(seen, said)) return false
  return plain.test(signed) || Math.max(said.length, seen.length) <= longest
}

/** What is left of both without what they begin and end with alike, and what they begin with. */
function between(signed: string, shown: string): readonly [string, string, string] {
  const most = Math.min(signed.length, shown.length)
  let start = 0
  while (start < most && signed[start] === shown[start]) start += 1
  let end = 0
  while (end < most - start && signed.at(-1 - end) === shown.at(-1 - end)) end += 1
  return [
    signed.slice(start, signed.length - end),
    shown.slice(start, shown.length - end),
    signed.slice(0, start),
  ]
}

/** All characters of a part in their order. */
function holds(text: string, part: string): boolean {
  let at = 0
  for (const char of text) if (char === part[at]) at += 1
  return at === part.length
}
