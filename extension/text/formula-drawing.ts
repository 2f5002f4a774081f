/** One sign of a drawn formula, the line of a fraction or a root, in the order in which KaTeX draws them. */
export type FormulaSign =
  | { readonly char: string; readonly level: Level }
  /** Between what stands above it and what stands below. */
  | { readonly char: 'line' }
  /** Of so many before it. */
  | { readonly char: 'root'; readonly over: number }

/** On the line of the formula, or raised above it, or lowered below it. */
type Level = 'main' | 'up' | 'down'

/**
 * What is seen of a formula that is made of nothing but signs, one exponent and one index each, fractions of signs, and roots of
 * all that.
 * @returns null for every other one: what is drawn of it is not known here
 */
export function formulaDrawing(tex: string): readonly FormulaSign[] | null {
  const tokens = tokensOf(tex)
  const signs = tokens === null ? null : readRow(tokens)
  return signs !== null && signs.length > 0 ? signs : null
}

type Token = string | readonly Token[]

/** A command, a sign, or what stands between braces; null where those do not match. */
function tokensOf(tex: string): readonly Token[] | null {
  const open: Token[][] = [[]]
  for (const piece of tex.match(/\\(?:[a-zA-Z]+|[^])|\s+|[^\s\\]/gu) ?? []) {
    if (/^\s/.test(piece)) continue
    const inner = open.at(-1)
    if (piece === '{') open.push([])
    else if (piece !== '}') inner?.push(piece)
    else {
      open.pop()
      if (inner === undefined || open.length === 0) return null
      open.at(-1)?.push(inner)
    }
  }
  return open.length === 1 ? (open[0] ?? null) : null
}

function readRow(tokens: readonly Token[]): FormulaSign[] | null {
  const out: FormulaSign[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? ''
    if (token === String.raw`\frac`) {
      const [above, below] = [tokens[at + 1], tokens[at + 2]].map(charsOf)
      if (!above || !below) return null
      out.push(...placed('down', below), { char: 'line' }, ...placed('up', above))
      at += 2
      continue
    }
    if (token === String.raw`\sqrt`) {
      const under = radicandOf(tokens[at + 1])
      if (under === null || isScript(tokens[at + 2])) return null
      out.push(...under, { char: 'root', over: under.length })
      at += 1
      continue
    }
    const chars = isScript(token) ? null : charsOf(token)
    if (chars === null) return null
    out.push(...placed('main', chars))
    const scripts = scriptsBehind(tokens, at)
    if (scripts === null || (scripts.count > 0 && chars.length === 0)) return null
    out.push(...placed('down', scripts.down), ...placed('up', scripts.up))
    at += scripts.count
  }
  return out
}

/** Not behind a number in brackets, which says which root it is. */
function radicandOf(token: Token | undefined): readonly FormulaSign[] | null {
  if (token === undefined || token === '[') return null
  const signs = readRow(typeof token === 'string' ? [token] : token)
  return signs !== null && signs.length > 0 ? signs : null
}

const isScript = (token: Token | undefined) => token === '^' || token === '_'

const placed = (level: Level, chars: readonly string[]): readonly FormulaSign[] =>
  chars.map((char) => ({ char, level }))

interface Scripts {
  readonly up: readonly string[]
  readonly down: readonly string[]
  /** Tokens that they are written with. */
  readonly count: number
}

/** Null for what has two of a kind, or none behind its sign. */
function scriptsBehind(tokens: readonly Token[], at: number): Scripts | null {
  let found: Scripts = { up: [], down: [], count: 0 }
  for (;;) {
    const sign = tokens[at + found.count + 1]
    if (!isScript(sign)) return found
    const level = sign === '^' ? 'up' : 'down'
    const script = tokens[at + found.count + 2]
    const chars = script === undefined ? null : charsOf(script)
    if (!chars || chars.length === 0 || found[level].length > 0) return null
    found = { ...found, [level]: chars, count: found.count + 2 }
  }
}

/** The characters of signs alone; null where anything else is among them. */
function charsOf(token: Token | undefined): readonly string[] | null {
  if (token === undefined) return null
  if (typeof token !== 'string') {
    const all = token.map(charsOf)
    return all.every((each) => each !== null) ? all.flat() : null
  }
  const known = signs.get(token) ?? (/^[a-zA-Z0-9+=<>()[\],.!?:;/]$/.test(token) ? token : null)
  return known === null ? null : Array.from(known)
}

/** Drawn otherwise than they are written. */
const signs: ReadonlyMap<string, string> = new Map([
  ['-', '−'],
  ['*', '∗'],
  ['|', '∣'],
  ...['\\,', '\\;', '\\:', '\\!', '\\quad', '\\left', '\\right'].map((name) => [name, ''] as const),
  ...['sin', 'cos', 'tan', 'log', 'ln', 'exp', 'det'].map((name) => [`\\${name}`, name] as const),
  ...Object.entries({
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    epsilon: 'ϵ',
    varepsilon: 'ε',
    zeta: 'ζ',
    eta: 'η',
    theta: 'θ',
    kappa: 'κ',
    lambda: 'λ',
    mu: 'μ',
    nu: 'ν',
    xi: 'ξ',
    pi: 'π',
    rho: 'ρ',
    sigma: 'σ',
    tau: 'τ',
    phi: 'ϕ',
    varphi: 'φ',
    chi: 'χ',
    psi: 'ψ',
    omega: 'ω',
    Gamma: 'Γ',
    Delta: 'Δ',
    Theta: 'Θ',
    Lambda: 'Λ',
    Sigma: 'Σ',
    Phi: 'Φ',
    Psi: 'Ψ',
    Omega: 'Ω',
    cdot: '⋅',
    times: '×',
    div: '÷',
    pm: '±',
    leq: '≤',
    le: '≤',
    geq: '≥',
    ge: '≥',
    approx: '≈',
    equiv: '≡',
    infty: '∞',
    partial: '∂',
    nabla: '∇',
    sum: '∑',
    prod: '∏',
    to: '→',
    in: '∈',
  }).map(([name, sign]) => [`\\${name}`, sign] as const),
])
