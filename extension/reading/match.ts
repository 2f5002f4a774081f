import type { UncomparedCount } from '#shared/judge/state/circumstances.ts'
import type { PagePiece } from './page-pieces.ts'
import { gap, type Pattern } from './pattern.ts'

/**
 * Whether a page reads like the pattern from its first character to its last.
 * @returns which parts of it could not be compared; null where it does not
 */
export function match(pattern: Pattern, pieces: readonly PagePiece[]): UncomparedCount | null {
  const graph = graphOf(pattern)
  let places = reach(graph, [0])
  let [formulas, code] = [0, 0]
  let last = ''
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      places = follow(graph, places, piece.text, last)
      last = (last + piece.text).slice(-1)
    } else if (piece.kind === 'beside') {
      places = [...new Set([...places, ...follow(graph, places, piece.text, last)])]
    } else if (piece.kind === 'formula') {
      const isKept = piece.text !== ''
      places = step(
        graph,
        places,
        (sign) => typeof sign === 'object' && (!isKept || sign?.formula === piece.text),
      )
      if (!isKept) formulas += 1
      last = ''
    } else {
      places = [...new Set(places.flatMap((place) => restOfCode(graph, place)))]
      code += 1
      last = ''
    }
  }
  const end = 2 * graph.signs.length
  return follow(graph, places, ' ', last).some((place) => place >= end) ? { formulas, code } : null
}

/** At each index one sign, behind which the next one is, or the indexes that are as good as it. */
interface Graph {
  readonly signs: (string | { readonly formula: string } | null)[]
  readonly jumps: Map<number, readonly number[]>
  /** By index within a block of code, where that ends. */
  readonly codeEnds: Map<number, number>
}

/** Twice an index; one more where a space was read, or need not be, so that a further one counts for nothing. */
type Place = number

const isSpaced = (place: Place) => place % 2 === 1
const spaced = (place: Place) => place | 1
const behind = (place: Place) => (place & ~1) + 2

function graphOf(pattern: Pattern): Graph {
  const graph: Graph = { signs: [gap], jumps: new Map(), codeEnds: new Map() }
  write(graph, pattern)
  graph.signs.push(gap)
  freeWide(graph)
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

/** Characters of scripts that are written without spaces. */
const wide = String.raw`(?:(?![\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u3000-\u303F\uFF00-\uFFEF])`
const isWide = new RegExp(wide, 'u')
const spaceBesideWide = new RegExp(`(?<=${wide}) | (?=${wide})`, 'gu')

/** Whether two characters with no space between them are of one word or number, and so of one block. */
function isJoined(before: string, char: string): boolean {
  if (isWide.test(before) || isWide.test(char)) return false
  return /^(?:[\p{L}\p{N}]{2}|[-+.,:]\p{N})$/u.test(before + char)
}

/** A page may have a space beside one, or none. */
function freeWide({ signs }: Graph): void {
  signs.forEach((sign, at) => {
    if (sign === ' ' && [signs[at - 1], signs[at + 1]].some(isWideSign)) signs[at] = gap
  })
}

const isWideSign = (sign: Graph['signs'][number] | undefined) =>
  typeof sign === 'string' && isWide.test(sign)

/** The places, and all that are as good as they are. */
function reach(graph: Graph, places: readonly Place[]): readonly Place[] {
  const { signs, jumps } = graph
  if (places.every((place) => isKept(graph, place))) return places
  const found = new Set<Place>()
  const open = [...places]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue
    found.add(place)
    if (isKept(graph, place)) continue
    if (signs[place >> 1] !== null) open.push(spaced(behind(place)))
    else for (const next of jumps.get(place >> 1) ?? []) open.push(2 * next + (place % 2))
  }
  return [...found].filter((place) => isKept(graph, place))
}

/** Its sign has to be read. */
function isKept({ signs }: Graph, place: Place): boolean {
  const sign = signs[place >> 1]
  return sign !== null && sign !== gap && !(sign === ' ' && isSpaced(place))
}

function step(
  graph: Graph,
  places: readonly Place[],
  fits: (sign: Graph['signs'][number] | undefined) => boolean,
): readonly Place[] {
  const next = places.filter((place) => fits(graph.signs[place >> 1])).map(behind)
  return reach(graph, next)
}

function follow(
  graph: Graph,
  places: readonly Place[],
  text: string,
  before: string,
): readonly Place[] {
  let at = places
  let last = before
  for (const char of text.replaceAll(spaceBesideWide, '').split('')) {
    if (at.length === 0) break
    if (char === ' ') {
      const next = at.flatMap((place) => afterSpace(graph, place))
      at = reach(graph, next)
    } else {
      const able = isJoined(last, char) ? at.filter((place) => !isSpaced(place)) : at
      at = step(graph, able, (sign) => sign === char)
    }
    last = char
  }
  return at
}

function afterSpace({ signs }: Graph, place: Place): readonly Place[] {
  if (isSpaced(place)) return [place]
  return signs[place >> 1] === ' ' ? [spaced(behind(place))] : []
}

/** Within a block of code it is all that is behind this place. */
function restOfCode(graph: Graph, place: Place): readonly Place[] {
  const at = place >> 1
  const end = graph.codeEnds.get(at)
  if (end === undefined) return [place]
  return reach(
    graph,
    Array.from({ length: end - at + 1 }, (_, index) => spaced(2 * (at + index))),
  )
}
