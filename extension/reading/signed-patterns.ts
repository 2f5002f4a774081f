import { fold } from './fold.ts'
import { withFootnotes } from './footnotes.ts'
import { everyMark } from './marks.ts'
import { parseMarkdown, type Ways } from './parse-markdown.ts'
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
  for (const noted of new Set([withFootnotes(text), text])) {
    for (const ways of waysOf(noted)) {
      const tree = parseMarkdown(noted, ways)
      if (tree !== null) yield patternOf(tree)
    }
  }
  yield [fold(text)]
}

/** Those in which trees of this text can differ. */
function waysOf(text: string): readonly Ways[] {
  const dollars = /\$|\\[([]/.test(text)
    ? (['all', 'careful', 'none'] as const)
    : (['none'] as const)
  const htmls = /<[A-Za-z!/?]/.test(text) ? [true, false] : [true]
  const gfms = /[|~]|\[[ xX]\]/.test(text) ? [true, false] : [true]
  return gfms.flatMap((gfm) =>
    htmls.flatMap((html) => dollars.map((each) => ({ gfm, html, dollars: each }))),
  )
}
