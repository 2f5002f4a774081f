import { formMarks, formOf } from './form-marks.ts'
import { formulaSigns } from './formula-signs.ts'
import { settledForm } from './settled-form.ts'

/**
 * What is seen of a formula, however it is written and in whatever style it is drawn: its signs in their order, with
 * what stands above, below, over, under and around them.
 * @returns null for one with anything that is not known here
 */
export function formulaForm(tex: string): string | null {
  const tokens = tokensOf(tex)
  const form = tokens && rowOf(tokens)
  return form ? settledForm(form) : null
}

type Token = string | readonly Token[]

/** A command, a sign, or what stands between braces; null where those do not match. */
function tokensOf(tex: string): readonly Token[] | null {
  const open: Token[][] = [[]]
  for (const piece of tex.match(/\\(?:[a-zA-Z]+\*?|[^])|\s+|[^\s\\]/gu) ?? []) {
    const inner = open.at(-1)
    if (piece === '{') open.push([])
    else if (piece !== '}') inner?.push(/^\s/.test(piece) ? ' ' : piece)
    else {
      open.pop()
      if (inner === undefined || open.length === 0) return null
      open.at(-1)?.push(inner)
    }
  }
  return open.length === 1 ? (open[0] ?? null) : null
}

/** What is left to read, and how signs are drawn there. */
interface Rest {
  readonly tokens: Token[]
  /** `written`: letters as in a text, with their spaces. */
  readonly letters: string
}

class UnknownFormula extends Error {}

function unknown(): never {
  throw new UnknownFormula()
}

function rowOf(tokens: readonly Token[], letters = ''): string | null {
  try {
    return readRow({ tokens: [...tokens], letters })
  } catch (error) {
    if (error instanceof UnknownFormula || error instanceof RangeError) return null
    throw error
  }
}

const readTokens = (token: Token, letters: string): string =>
  readRow({ tokens: typeof token === 'string' ? [token] : [...token], letters })

function readRow(rest: Rest): string {
  let out = ''
  while (rest.tokens.length > 0) {
    const item = readItem(rest)
    const scripts = readScripts(rest)
    // Of nothing, or of what has some already: which is which is not seen.
    if (scripts !== '' && (item === '' || endsInScripts(item))) unknown()
    out += item + scripts
  }
  return out
}

function endsInScripts(form: string): boolean {
  if (!form.endsWith(formMarks.close)) return false
  let depth = 0
  for (let at = form.length - 1; at >= 0; at -= 1) {
    if (form[at] === formMarks.close) depth += 1
    if (form[at] === formMarks.open) depth -= 1
    if (depth === 0) return form[at + 1] === 's'
  }
  return false
}

function skipSpaces({ tokens }: Rest): void {
  while (tokens[0] === ' ') tokens.shift()
}

function argument(rest: Rest): Token {
  skipSpaces(rest)
  return rest.tokens.shift() ?? unknown()
}

const formArgument = (rest: Rest) => readTokens(argument(rest), rest.letters)

/** As it is written: the names of things. */
function nameArgument(rest: Rest): string {
  const token = argument(rest)
  const all = typeof token === 'string' ? [token] : token
  return all.every((each) => typeof each === 'string') ? all.join('') : unknown()
}

/** Between square brackets; null without them. */
function optionOf(rest: Rest): string | null {
  skipSpaces(rest)
  if (rest.tokens[0] !== '[') return null
  const end = rest.tokens.indexOf(']')
  if (end < 0) unknown()
  return readRow({ ...rest, tokens: rest.tokens.splice(0, end + 1).slice(1, -1) })
}

function readScripts(rest: Rest): string {
  let [down, up] = ['', '']
  let [isDown, isUp] = [false, false]
  if (rest.letters === 'written') return ''
  for (;;) {
    skipSpaces(rest)
    const [sign] = rest.tokens
    if (sign === String.raw`\limits` || sign === String.raw`\nolimits`) rest.tokens.shift()
    else if (sign === "'") {
      rest.tokens.shift()
      up += '′'
    } else if (sign === '_') {
      rest.tokens.shift()
      if (isDown) unknown()
      isDown = true
      down = formArgument(rest)
    } else if (sign === '^') {
      rest.tokens.shift()
      if (isUp) unknown()
      isUp = true
      up += formArgument(rest)
    } else return down === '' && up === '' ? '' : formOf('s', down, up)
  }
}

function readItem(rest: Rest): string {
  const token = rest.tokens.shift() ?? unknown()
  if (typeof token !== 'string') return readTokens(token, rest.letters)
  if (token === ' ') return rest.letters === 'written' ? ' ' : ''
  if (token === '~' || token === '\\ ') return ' '
  if (token.startsWith('\\')) return readCommand(token.slice(1), rest)
  if (token === "'" && rest.letters === 'written') return '’'
  if (/[_^'&#$%]/.test(token)) unknown()
  return signOf(token, rest.letters)
}

function signOf(char: string, letters: string): string {
  const font = fontOf[letters] ?? ''
  if (font !== '' && /[a-zA-Z0-9]/.test(char)) return formMarks.font + font + formMarks.font + char
  if (font !== '' && /\p{L}/u.test(char)) unknown()
  if (/[a-zA-Z0-9+=<>()[\],.!?:;/]/.test(char)) return char
  if (letters === 'written') return /[\p{L}\p{N}’'‘“”–—-]/u.test(char) ? char : unknown()
  return { '-': '−', '*': '∗', '|': '|' }[char] ?? (/[\p{L}\p{Sm}]/u.test(char) ? char : unknown())
}

const fontOf: Readonly<Record<string, string>> = {
  bold: 'B',
  double: 'D',
  calligraphic: 'C',
  fraktur: 'F',
}

/** How letters are drawn in the argument of a command. */
const fonts: Readonly<Record<string, string>> = {
  mathrm: '',
  mathit: '',
  mathnormal: '',
  mathbf: 'bold',
  boldsymbol: 'bold',
  bm: 'bold',
  mathbb: 'double',
  mathcal: 'calligraphic',
  mathfrak: 'fraktur',
  operatorname: '',
  'operatorname*': '',
  text: 'written',
  textrm: 'written',
  textnormal: 'written',
  mbox: 'written',
}

const accents: Readonly<Record<string, string>> = {
  hat: '^',
  widehat: '^',
  bar: '¯',
  overline: '¯',
  underline: '_',
  vec: '→',
  overrightarrow: '→',
  tilde: '~',
  widetilde: '~',
  dot: '˙',
  ddot: '¨',
}

const invisible: ReadonlySet<string> = new Set(
  [
    ', ; : ! > quad qquad enspace thinspace displaystyle textstyle scriptstyle limits nolimits',
    'nonumber notag left right middle big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm',
  ]
    .join(' ')
    .split(' '),
)

function readCommand(name: string, rest: Rest): string {
  if (invisible.has(name)) {
    if (/^(?:left|right|middle|[bB]ig)/.test(name)) {
      skipSpaces(rest)
      if (/^[<>]$/.test(String(rest.tokens[0]))) unknown()
    }
    // A bracket that is not drawn.
    if (/^(?:left|right)$/.test(name) && rest.tokens[0] === '.') rest.tokens.shift()
    return ''
  }
  const letters = fonts[name]
  if (letters !== undefined) {
    const inner = letters === '' && rest.letters !== 'written' ? rest.letters : letters
    return readTokens(argument(rest), inner)
  }
  const accent = accents[name]
  if (accent !== undefined) return formOf('a', formArgument(rest), accent)
  if (/^[dtc]?frac$/.test(name)) return formOf('f', formArgument(rest), formArgument(rest))
  if (/^[dt]?binom$/.test(name)) return `(${formOf('b', formArgument(rest), formArgument(rest))})`
  if (name === 'sqrt') {
    const which = optionOf(rest) ?? ''
    return formOf('r', formArgument(rest), which)
  }
  if (name === 'overset' || name === 'stackrel') {
    const above = formArgument(rest)
    return formOf('l', formArgument(rest), '', above)
  }
  if (name === 'underset') {
    const below = formArgument(rest)
    return formOf('l', formArgument(rest), below, '')
  }
  if (name === 'boxed') return formOf('x', formArgument(rest))
  if (name === 'pmod') return `(mod${formArgument(rest)})`
  if (name === 'begin') return readEnvironment(rest)
  return formulaSigns.get(name) ?? unknown()
}

/** What stands around a table; `rows` has no cells that are seen apart. */
const environments: Readonly<
  Record<string, readonly ['cells' | 'ragged' | 'rows', string, string]>
> = {
  matrix: ['cells', '', ''],
  pmatrix: ['cells', '(', ')'],
  bmatrix: ['cells', '[', ']'],
  Bmatrix: ['cells', '{', '}'],
  vmatrix: ['cells', '|', '|'],
  Vmatrix: ['cells', '‖', '‖'],
  array: ['cells', '', ''],
  cases: ['ragged', '{', ''],
  aligned: ['rows', '', ''],
  'align*': ['rows', '', ''],
  split: ['rows', '', ''],
  gathered: ['rows', '', ''],
  'gather*': ['rows', '', ''],
}

function readEnvironment(rest: Rest): string {
  const name = nameArgument(rest)
  const [kind, before, behind] = environments[name] ?? unknown()
  if (name === 'array' && !/^[lcr ]+$/.test(nameArgument(rest))) unknown()
  const rows: Token[][][] = [[[]]]
  for (let depth = 0; ;) {
    const token = rest.tokens.shift() ?? unknown()
    if (token === String.raw`\begin`) depth += 1
    if (token === String.raw`\end`) depth -= 1
    if (depth < 0) break
    if (depth > 0 || (token !== '&' && token !== '\\\\')) rows.at(-1)?.at(-1)?.push(token)
    else if (token === '&') rows.at(-1)?.push([])
    else rows.push([[]])
  }
  if (nameArgument(rest) !== name) unknown()
  const forms = rows.map((cells) => cells.map((tokens) => readRow({ ...rest, tokens })))
  if (forms.at(-1)?.join('') === '') forms.pop()
  const width = Math.max(...forms.map(({ length }) => length))
  const isWhole = forms.every(
    (cells) => kind === 'rows' || (cells.length === width && !cells.includes('')),
  )
  const isRagged = kind === 'ragged' && forms.every(([first]) => first !== '') && width < 3
  if (forms.length === 0 || !(isWhole || isRagged)) unknown()
  const lines = forms.map((cells) =>
    kind === 'rows' ? cells.join('') : cells.filter((cell) => cell !== '').join(formMarks.cell),
  )
  return before + formOf('t', ...lines) + behind
}
