import type { UncomparedCount } from '#shared/judge/state/circumstances.ts'
import type { PagePiece } from './page-pieces.ts'
import type { Pattern } from './pattern.ts'

/**
 * Whether a page reads like the pattern from its first character to its last.
 * @returns which parts of it could not be compared; null where it does not
 */
export function match(pattern: Pattern, pieces: readonly PagePiece[]): UncomparedCount | null {
  const graph = graphOf(pattern)
  let places = reach(graph, [0])
  let [formulas, code] = [0, 0]
  for (const piece of pieces) {
    if (piece.kind === 'text') places = follow(graph, places, piece.text)
    else if (piece.kind === 'beside') {
      places = [...new Set([...places, ...follow(graph, places, piece.text)])]
    } else if (piece.kind === 'formula') {
      const isKept = piece.text !== ''
      places = step(
        graph,
        places,
        (sign) => typeof sign === 'object' && (!isKept || sign?.formula === piece.text),
      )
      if (!isKept) formulas += 1
    } else {
      places = [...new Set(places.flatMap((place) => restOfCode(graph, place)))]
      code += 1
    }
    if (places.length === 0) return null
  }
  return places.includes(graph.signs.length) ? { formulas, code } : null
}

/** At each place one sign, behind which the next place is, or the places that are as good as it. */
interface Graph {
  readonly signs: (string | { readonly formula: string } | null)[]
  readonly jumps: Map<number, readonly number[]>
  /** By place within a block of code, where that ends. */
  readonly codeEnds: Map<number, number>
}

function graphOf(pattern: Pattern): Graph {
  const graph: Graph = { signs: [], jumps: new Map(), codeEnds: new Map() }
  write(graph, pattern)
  return graph
}

function write(graph: Graph, pattern: Pattern): void {
  const { signs, jumps, codeEnds } = graph
  for (const part of pattern) {
    if (typeof part === 'string') writeText(graph, part)
    else if ('formula' in part) signs.push(part)
    else if ('code' in part) {
      const end = signs.length + part.code.length
      for (let at = signs.length; at < end; at += 1) codeEnds.set(at, end)
      writeText(graph, part.code)
    } else {
      const fork = signs.push(null) - 1
      const starts: number[] = []
      const ends: number[] = []
      for (const one of part.oneOf) {
        starts.push(signs.length)
        write(graph, one)
        ends.push(signs.push(null) - 1)
      }
      jumps.set(fork, starts)
      for (const end of ends) jumps.set(end, [signs.length])
    }
  }
}

function writeText({ signs }: Graph, text: string): void {
  for (const char of text.split('')) signs.push(char)
}

/** The places, and all that are as good as they are. */
function reach({ signs, jumps }: Graph, places: readonly number[]): readonly number[] {
  if (places.every((place) => signs[place] !== null)) return places
  const found = new Set<number>()
  const open = [...places]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue
    found.add(place)
    open.push(...(jumps.get(place) ?? []))
  }
  return [...found].filter((place) => signs[place] !== null)
}

function step(
  graph: Graph,
  places: readonly number[],
  fits: (sign: Graph['signs'][number] | undefined) => boolean,
): readonly number[] {
  const next = places.filter((place) => fits(graph.signs[place])).map((place) => place + 1)
  return reach(graph, next)
}

function follow(graph: Graph, places: readonly number[], text: string): readonly number[] {
  let at = places
  for (const char of text.split('')) {
    if (at.length === 0) break
    at = step(graph, at, (sign) => sign === char)
  }
  return at
}

/** Within a block of code it is all that is behind this place. */
function restOfCode(graph: Graph, place: number): readonly number[] {
  const end = graph.codeEnds.get(place)
  if (end === undefined) return [place]
  return reach(
    graph,
    Array.from({ length: end - place + 1 }, (_, index) => place + index),
  )
}
