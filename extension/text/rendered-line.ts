import { formulaSource, markedFormula } from './formula-source.ts'
import { marks } from './marks.ts'

const { held, heldFormula } = marks

/** What stands between dollars, or LaTeX's own brackets: drawn as a formula, or left as it is written. */
export type Formulas = 'drawn' | 'written'

/** Between two words, and at a bracket or a quotation mark. */
const before = String.raw`(?<=^|[\s("'“‘«\[:–—])`
const after = String.raw`(?=$|[\s.,:;!?)"'”’»\]…–—])`

/** At the edges of words, and beside no number that it could multiply. */
const strong = new RegExp(
  String.raw`(?<!\p{N}\s?)${before}\*\*(?=[^\s*])([^*]+)(?<=\S)\*\*${after}`,
  'gu',
)
/** Of more than one word: a single one in stars may be a pattern of files. */
const em = new RegExp(
  String.raw`(?<!\p{N}\s?)${before}\*(?=["'“‘\p{L}])([^*]*[^\s*] [^*]*)(?<=["'”’…!?.,:;)\p{L}])\*${after}`,
  'gu',
)
const strike = new RegExp(String.raw`${before}~~(?=[^\s~])([^~]+)(?<=\S)~~${after}`, 'gu')
const link = /(?<!!)\[([^[\]]+)\]\(([^()\s]+)\)/g

/** The words of one block, with the marks within it. */
export function renderedLine(text: string, formulas: Formulas): string {
  const spans: string[] = []
  const sources: string[] = []
  const code = holdCode(text, spans)
  const rest = (formulas === 'drawn' ? holdFormulas(code, sources) : code)
    .replaceAll(link, `${marks.link}$1${marks.address}$2${marks.linkEnd}`)
    .replaceAll(em, `${marks.em}$1${marks.emEnd}`)
    .replaceAll(strong, `${marks.strong}$1${marks.strongEnd}`)
    .replaceAll(strike, `${marks.strike}$1${marks.strikeEnd}`)
  let next = 0
  let nextFormula = 0
  return rest
    .replaceAll(held, () => `${marks.code}${spans[next++] ?? ''}${marks.codeEnd}`)
    .replaceAll(heldFormula, () => sources[nextFormula++] ?? '')
}

const delimited =
  /\\\[(?<display>.{1,1000}?)\\\]|\\\((?<span>.{1,1000}?)\\\)|\$\$(?<dollars>.{1,1000}?)\$\$|(?<![\p{L}\p{N}\\$])\$(?=[^\s$])(?<dollar>[^$]*[^\s$\\])\$(?![\p{L}\p{N}$])/gu

/** Between single dollars only what cannot be two sums of money, or the names of two variables. */
const formulaSign = /[\\^_={}<>]|^[a-zA-Z]$/

/** Puts one character in the place of each formula. */
function holdFormulas(text: string, sources: string[]): string {
  let out = ''
  let at = 0
  for (const found of text.matchAll(delimited)) {
    const { display, span, dollars, dollar } = found.groups ?? {}
    const tex = display ?? span ?? dollars ?? dollar ?? ''
    const source = formulaSource(tex)
    const isNone = dollar !== undefined && !formulaSign.test(dollar)
    if (source === null || isNone || tex.includes(held)) continue
    sources.push(markedFormula(source, 'formula'))
    out += text.slice(at, found.index) + heldFormula
    at = found.index + found[0].length
  }
  return out + text.slice(at)
}

/** Puts one character in the place of each span of code. A span ends at the next run of as many backticks. */
function holdCode(text: string, spans: string[]): string {
  const pieces = text.split(/(`+)/)
  const runs = new Map<number, number[]>()
  for (let at = pieces.length - 2; at > 0; at -= 2) {
    const { length } = pieces[at] ?? ''
    const known = runs.get(length)
    if (known) known.push(at)
    else runs.set(length, [at])
  }
  let out = pieces[0] ?? ''
  for (let at = 1; at < pieces.length; at += 2) {
    const run = pieces[at] ?? ''
    const ends = runs.get(run.length) ?? []
    while ((ends.at(-1) ?? Infinity) <= at) ends.pop()
    const end = ends.at(-1)
    if (end === undefined) {
      out += run + (pieces[at + 1] ?? '')
      continue
    }
    spans.push(trimSpan(pieces.slice(at + 1, end).join('')))
    out += held + (pieces[end + 1] ?? '')
    at = end
  }
  return out
}

/** A space at both ends is for backticks at the edges. */
function trimSpan(code: string): string {
  return code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '' ? code.slice(1, -1) : code
}
