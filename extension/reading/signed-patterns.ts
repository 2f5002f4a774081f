import { fold } from './fold.ts'
import { everyMark } from './marks.ts'
import { parseMarkdown } from './parse-markdown.ts'
import type { Pattern } from './pattern.ts'
import { patternOf } from './pattern-of.ts'
import { thoughtOf } from './thought-of.ts'

/**
 * What a page may read like that shows the text that was signed, and nothing else: as its markdown is drawn by those who
 * know more or less of it, and as it was written. A thought that it begins with may be folded away.
 */
export function* signedPatterns(signed: string): Generator<Pattern> {
  if (signed.search(everyMark) >= 0) return
  const thought = thoughtOf(signed)
  if (thought !== null) {
    const unfolded = [...patternsOf(thought.inner)]
    for (const rest of patternsOf(thought.rest)) yield [{ oneOf: [[], ...unfolded] }, ...rest]
  }
  yield* patternsOf(signed)
}

function* patternsOf(text: string): Generator<Pattern> {
  const dollars = /\$|\\[([]/.test(text)
    ? (['all', 'careful', 'none'] as const)
    : (['none'] as const)
  for (const gfm of /[|~]|\[[ xX]\]/.test(text) ? [true, false] : [true]) {
    for (const each of dollars) {
      const tree = parseMarkdown(text, { gfm, dollars: each })
      if (tree !== null) yield patternOf(tree)
    }
  }
  yield [fold(text)]
}
