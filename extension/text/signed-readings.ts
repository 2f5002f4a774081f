import { anyMark, marks } from './marks.ts'
import { renderedReading } from './rendered-reading.ts'
import { squeeze } from './squeeze.ts'
import { thoughtOf } from './thought-of.ts'

/**
 * All that a page may read like which shows the text that was signed, and nothing else: as it was written,
 * or as its markdown is drawn. Whoever finds a page's own reading among them may say that it is the same.
 */
export function signedReadings(signed: string): readonly string[] {
  if (anyMark.test(signed)) return []
  const thought = thoughtOf(signed)
  const readings = [
    ...readingsOf(signed),
    ...(thought === null ? [] : [...readingsOf(thought.rest), ...unfolded(thought)]),
  ]
  return [...new Set(readings)].filter((reading) => reading !== '')
}

function readingsOf(text: string): readonly string[] {
  return [squeeze(text), ...waysOf(text).map((way) => renderedReading(text, way))].filter(
    (reading) => reading !== null,
  )
}

/** Where a front-end shows the thought, too: set apart from what is answered. */
function unfolded({ inner, rest }: NonNullable<ReturnType<typeof thoughtOf>>): readonly string[] {
  const [written, drawn] = readingsOf(inner)
  return [written, drawn].flatMap((thought) =>
    thought === undefined
      ? []
      : readingsOf(rest).map((each) =>
          squeeze(`${marks.thought}${thought}${marks.thoughtEnd}${each}`),
        ),
  )
}

/** The ways in which readings of this text can differ: what it has nothing of is drawn in one way only. */
function waysOf(text: string) {
  const languages = [
    'written',
    ...(/```|~~~/.test(text) ? (['left-out'] as const) : []),
    ...(/(?:```|~~~)[ \t]*\S/.test(text) ? (['capitals'] as const) : []),
  ] as const
  const formulas = [
    'written',
    ...(/\$|\\[([]/.test(text) ? (['drawn'] as const) : []),
    ...(/\\[([]/.test(text) ? (['unescaped'] as const) : []),
  ] as const
  const heads = text.includes('|') ? (['written', 'capitals'] as const) : (['written'] as const)
  return languages.flatMap((language) =>
    formulas.flatMap((formula) =>
      heads.map((head) => ({ languages: language, formulas: formula, heads: head })),
    ),
  )
}
