import { formulaSource } from './formula-source.ts'
import { signedFormula } from './known-formulas.ts'
import { marks } from './marks.ts'

const { held, heldFormula } = marks

/**
 * What stands between dollars, or LaTeX's own brackets: drawn as a formula, or left as it is written. `unescaped`: to a
 * renderer that knows no formulas the backslashes of the brackets are those of markdown, which it drops.
 */
export type Formulas = 'drawn' | 'written' | 'unescaped'

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
  const rest = (formulas === 'written' ? code : holdFormulas(code, sources, formulas))
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

/** LaTeX's own brackets, at the edges of words. */
const bracketed =
  /(?<=^|[\s(])(?:\\\[(?<display>.{1,1000}?)\\\]|\\\((?<span>.{1,1000}?)\\\))(?=$|[\s.,:;!?)])/gu

/** Between single dollars only what cannot be two sums of money, or the names of two variables. */
const formulaSign = /[\\^_={}<>]|^[a-zA-Z]$/

/** Puts one character in the place of each formula. */
function holdFormulas(
  text: string,
  sources: string[],
  formulas: Exclude<Formulas, 'written'>,
): string {
  let out = ''
  let at = 0
  for (const found of text.matchAll(formulas === 'drawn' ? delimited : bracketed)) {
    const reading = found[0].includes(held) ? null : readingsOf[formulas](found.groups ?? {})
    if (reading === null) continue
    sources.push(reading)
    out += text.slice(at, found.index) + heldFormula
    at = found.index + found[0].length
  }
  return out + text.slice(at)
}

type Delimited = Readonly<Partial<Record<'display' | 'span' | 'dollars' | 'dollar', string>>>

/** What a formula reads like; null for what is none, or may be drawn in another way. */
const readingsOf = {
  drawn({ display, span, dollars, dollar }: Delimited): string | null {
    if (dollar !== undefined && !formulaSign.test(dollar)) return null
    const source = formulaSource(display ?? span ?? dollars ?? dollar ?? '')
    return source === null ? null : signedFormula(source)
  },
  unescaped({ display, span }: Delimited): string | null {
    const tex = display ?? span
    if (tex === undefined || !cannotBeMeantAsSigns(tex)) return null
    const text = tex.replaceAll(/\\(?=[{}_#%&$])/g, '')
    return span === undefined ? `[${text}]` : `(${text})`
  },
} as const

/**
 * In a pattern or a command `\(` is another sign than `(`: what stands between them must be a formula beyond doubt. Nor may
 * it have an escape that would be another sign without its backslash, such as `\,` and `\!`.
 */
function cannotBeMeantAsSigns(tex: string): boolean {
  const names = tex.replaceAll(/\\(?:text|mathrm|mathbf|operatorname)\{[^{}]*\}|\\[a-zA-Z]+/g, ' ')
  return (
    !/\\(?:[^a-zA-Z{}_#%&$]|$)/.test(tex) &&
    !/[a-zA-Z]{3}/.test(names) &&
    /\\[a-zA-Z]{2}|[a-zA-Z\d)}][\^_](?:[a-zA-Z\d{])| = /.test(tex)
  )
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
