/** What no renderer makes of anything else: words, numbers, and the stops between them. */
const plain = /^[\p{L}\p{M}\p{N}\p{Sc}.,;:!?'"()% -]+$/u

/** Of a text in which there is more than words, in characters: a sentence. */
const longest = 150

/**
 * Whether a page says something else in plain words, in the place of words that were signed. Where it leaves some out, or
 * has some more, it may have its reasons.
 * @param readings of the text that was signed; the one that is most like the page counts
 * @param shown what the page reads like
 */
export function contradicts(readings: readonly string[], shown: string): boolean {
  const all = readings.map((signed) => ({ signed, ...between(signed, shown) }))
  const least = Math.min(...all.map(sizeOf))
  return all.some((each) => sizeOf(each) === least && isOther(each))
}

interface Between {
  readonly said: string
  readonly seen: string
}

const sizeOf = ({ said, seen }: Between) => said.length + seen.length

function isOther({ signed, said, seen }: Between & { readonly signed: string }): boolean {
  if (!plain.test(said) || !plain.test(seen)) return false
  if (holds(said, seen) || holds(seen, said)) return false
  return plain.test(signed) || Math.max(said.length, seen.length) <= longest
}

/** What is left of both without the words that they begin and end with alike. */
function between(signed: string, shown: string): Between {
  const [some, others] = [signed.split(' '), shown.split(' ')]
  const most = Math.min(some.length, others.length)
  let start = 0
  while (start < most && some[start] === others[start]) start += 1
  let end = 0
  while (end < most - start && some.at(-1 - end) === others.at(-1 - end)) end += 1
  const rest = (words: readonly string[]) => words.slice(start, words.length - end).join(' ')
  return { said: rest(some), seen: rest(others) }
}

/** All characters of a part in their order, but for its spaces. */
function holds(text: string, part: string): boolean {
  const chars = part.replaceAll(' ', '')
  let at = 0
  for (const char of text) if (char === chars[at]) at += 1
  return at === chars.length
}
