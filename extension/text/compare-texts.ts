import type { Comparison } from '#shared/judge/state/comparison.ts'
import { knownFormulas } from './known-formulas.ts'
import { everyMark, unreadable } from './marks.ts'
import { signedReadings } from './signed-readings.ts'
import { isReadingInSight, uncomparedIn, withFormulas } from './uncompared-parts.ts'

/**
 * Whether a page shows the text that was signed.
 * @param signed as it was written
 * @param read as content/badge/read-shown.ts reads the page
 */
export function compareTexts(signed: string, read: string): Comparison {
  for (const reading of signedReadings(signed)) {
    const shown = knownFormulas(read, reading)
    if (isReadingInSight(reading, withFormulas(shown))) return sameAs(shown)
  }
  const shown = knownFormulas(read, '')
  if (shown.includes(unreadable) || !isPlain(signed)) return 'unsure'
  const said = significant(signed)
  const seen = significant(shown.replaceAll(everyMark, ''))
  // A page shows part of it, or writes its own beside it.
  return seen.includes(said) || said.includes(seen) ? 'unsure' : 'other'
}

/** Of a text that is the signed one as far as it could be compared. */
export function sameAs(shown: string): Comparison {
  const but = uncomparedIn(shown)
  return Object.values(but).every((number) => number === 0) ? 'same' : { but }
}

/** Whatever some renderer gives another form than its own. */
const rendered = [
  String.raw`[*_#~\x60[\]|\\&$^{}\uE000-\uE024\uFFFC]`,
  String.raw`<[\p{L}/!?]`,
  // At the begin of a line; `==` and `--` draw a line under words.
  String.raw`^[ \t]*(?:[-+>=:]|\p{N}+[.)])`,
  // Short names of pictures, and signs that are written with letters.
  String.raw`:[\p{L}\p{N}+-]+:|[:;=8][-o]?[()DPp/|<3]|<3`,
  String.raw`\((?:c|r|tm|p)\)|\+-|--|\.\.|!!|\?\?|,,|[<=-]>|<[=-]`,
  // Addresses are shortened, and pictures drawn by the page.
  String.raw`\w:\/\/|@|www\.|\p{N}\/\p{N}|\p{Extended_Pictographic}`,
].join('|')

function isPlain(signed: string): boolean {
  return !new RegExp(rendered, 'imu').test(signed)
}

/** Characters that draw nothing by themselves, and may be added for breaking a line. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\s]/gu

/** What is left of a text when spaces, and the forms of quotation marks and dashes, do not count. */
function significant(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(invisible, '')
    .replaceAll(/["‘’‚‛′´`“”„‟″«»‹›]/g, "'")
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll('…', '...')
}
