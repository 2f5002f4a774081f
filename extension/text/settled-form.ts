import { formMarks } from './form-marks.ts'
import { strokeName } from './formula-strokes.ts'

const { open, next, close, font, stroke, piece } = formMarks

/** One form for all that looks the same: each renderer of formulas has signs, fonts and strokes of its own for it. */
export function settledForm(form: string): string {
  return form
    .replaceAll(strokes, (written, path: string) => strokeName(path) ?? written)
    .replaceAll(rootStroke, close)
    .replaceAll(sums, `$1${open}s`)
    .replaceAll(pieces, (written, of: string) => joined(of) ?? written)
    .replaceAll(fonts, (written, name: string, sign: string) => inFont(written, name, sign))
    .replaceAll(/[\u{1D400}-\u{1D7FF}]|[ℂℍℕℙℚℝℤℬℰℱℋℐℒℳℛℭℌℑℜℨℎ]/gu, letterOf)
    .replaceAll(alike, (sign) => same.get(sign) ?? sign)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ (?![\p{L}\p{N}])|(?<![\p{L}\p{N}]) /gu, '')
}

const strokes = new RegExp(`${stroke}([^${stroke}]*)${stroke}`, 'g')
const rootStroke = new RegExp(`${next}√${close}`, 'g')
const pieces = new RegExp(`${open}d([^${open}${close}]*)${close}`, 'g')
/** What stands above and below signs of sums and their like reads like what stands behind them. */
const sums = new RegExp(
  `${open}l([∏∐∑⋀-⋃⨀-⨆∫-∳]|lim|lim ?sup|lim ?inf|max|min|sup|inf|arg ?max|arg ?min|gcd|det|Pr)${next}`,
  'g',
)
const fonts = new RegExp(`${font}([^${font}]*)${font}(.)`, 'gu')

/** Brackets that are drawn in pieces, from below, without the lines between those. */
const whole: Readonly<Record<string, string>> = {
  '⎝⎛': '(',
  '⎠⎞': ')',
  '⎣⎡': '[',
  '⎦⎤': ']',
  '⎩⎨⎧': '{',
  '⎭⎬⎫': '}',
  '∣∣': '|',
}

function joined(of: string): string | null {
  return whole[of.replaceAll(piece, '')] ?? (of.length === 1 && of !== piece ? of : null)
}

/** By the ends of their names. */
function inFont(written: string, name: string, sign: string): string {
  const kind = kinds[name]
  // Only letters and digits look otherwise.
  if (!/[\p{L}\p{N}]/u.test(sign)) return sign
  return kind === undefined || !/[a-zA-Z0-9]/.test(sign) ? written : `${font}${kind}${font}${sign}`
}

const kinds: Readonly<Record<string, string>> = Object.fromEntries(
  ['B B', 'B BI', 'D D', 'D AMS', 'D A', 'F F', 'F Fraktur', 'F FR', 'C C', 'C Caligraphic'].map(
    (pair) => pair.split(' ').toReversed() as [string, string],
  ),
)

/** Letters of Unicode that are signs of formulas. */
function letterOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0
  const greek = variants[sign]
  if (greek !== undefined) return greek
  const plain = sign.normalize('NFKC')
  const kind =
    point > 0xff_ff
      ? ranges.find(([first, last]) => point >= first && point <= last)?.[2]
      : (/[ℂℍℕℙℚℝℤ]/.test(sign) && 'D') ||
        (/[ℭℌℑℜℨ]/.test(sign) && 'F') ||
        (sign === 'ℎ' ? '' : 'C')
  if (kind === undefined) return sign
  return kind === '' ? plain : `${font}${kind}${font}${plain}`
}

const variants: Readonly<Record<string, string>> = {
  𝜖: 'ϵ',
  𝜗: 'ϑ',
  𝜘: 'ϰ',
  𝜙: 'ϕ',
  𝜚: 'ϱ',
  𝜛: 'ϖ',
  '𝜕': '∂',
}

/** Of code points, and how they look. */
const ranges: readonly (readonly [number, number, string])[] = [
  [0x1_d4_00, 0x1_d4_33, 'B'],
  [0x1_d4_34, 0x1_d4_67, ''],
  [0x1_d4_68, 0x1_d4_9b, 'B'],
  [0x1_d4_9c, 0x1_d4_cf, 'C'],
  [0x1_d5_04, 0x1_d5_37, 'F'],
  [0x1_d5_38, 0x1_d5_6b, 'D'],
  // Italic Greek.
  [0x1_d6_e2, 0x1_d7_1b, ''],
  [0x1_d7_ce, 0x1_d7_d7, 'B'],
]

const same: ReadonlyMap<string, string> = new Map(
  [
    '|∣',
    '‖∥',
    '⋅·',
    '…⋯',
    '¯ˉ\u0304\u0305‾',
    '→\u20D7',
    '~˜\u0303',
    '^ˆ\u0302',
    '˙\u0307',
    '¨\u0308',
    '⟨〈',
    '⟩〉',
    ':∶',
  ]
    .flatMap(([one = '', ...others]) => others.map((other) => [other, one] as const))
    .concat([
      ['″', '′′'],
      ['‴', '′′′'],
    ]),
)
const alike = new RegExp(`[${[...same.keys()].join('')}]`, 'gu')
