import type { Json } from '../canonical-json.ts'
import type { Pieces } from './canonical-pieces.ts'
import type { JsonLimits } from './limit-json.ts'
import type { JsonObject } from './parse-json-object.ts'
import {
  beginsMember,
  countOne,
  goDeeper,
  isFollowed,
  notPlain,
  skipSpace,
  take,
  takeOne,
  type PlainReading,
} from './plain-reading.ts'
import { readName, readNumber, readPlainText, readWord, fourByteWords } from './plain-scalars.ts'
import type { JsonMember } from './scan-json.ts'

/** A member of the outermost object. */
export interface PlainMember extends JsonMember {
  /** Its value's RFC 8785 text as pieces of the text that was read; null where it has a number written otherwise. */
  readonly canonical: Pieces | null
}

export interface PlainObject {
  /**
   * What JSON.parse gives, but for texts: one that is long, or has more than printable ASCII in it, is another
   * text of more than 1,024 characters, unlike any other. Good for finding nothing wrong; what is wrong
   * is for the strict reader to say.
   */
  readonly outline: JsonObject
  readonly members: readonly PlainMember[]
}

const QUOTE = 0x22
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Of a longer text the strict reader stops between its passes. */
const longestText = 1024 * 1024
/** As `parseJsonObject` reads. */
const mostDepth = 128
/** Members that stand in another order may lie in each other: each piece of them is moved so often, or there are few. */
const mostMoves = 4
const fewPieces = 128 * 1024

/**
 * Reads a JSON object in one pass over its bytes, where it is written as nearly everybody writes one: no escape that
 * nobody needs, names in ASCII, no member twice, at most 1 MiB. What it reads, `parseJsonObjectInPasses` reads,
 * and finds the same members.
 * @param bytes valid UTF-8
 * @returns null for anything else, which may be good JSON or none
 */
export function readPlainJson(
  bytes: Uint8Array,
  { values, depth }: JsonLimits,
): PlainObject | null {
  if (bytes.length > longestText) return null
  const reading: PlainReading = {
    text: bytes,
    words: fourByteWords(bytes),
    at: 0,
    pieces: [],
    closed: 0,
    values: 0,
    mostValues: values,
    depth: 0,
    mostDepth: Math.min(depth, mostDepth),
    longTexts: 0,
    moved: 0,
    isCanonical: true,
  }
  try {
    return readOutermost(reading)
  } catch (error) {
    if (error === notPlain) return null
    throw error
  }
}

function readOutermost(r: PlainReading): PlainObject {
  const outline: Record<string, Json> = {}
  const members: PlainMember[] = []
  skipSpace(r)
  goDeeper(r)
  takeOne(r, OPEN_BRACE)
  for (let more = beginsMember(r); more; more = isFollowed(r, CLOSE_BRACE)) {
    countOne(r)
    skipSpace(r)
    const keyStart = r.at
    const key = readName(r)
    skipSpace(r)
    takeOne(r, COLON)
    skipSpace(r)
    const valueStart = r.at
    const from = r.pieces.length
    r.closed = from
    r.isCanonical = true
    outline[key] = readValue(r)
    const canonical = r.isCanonical ? r.pieces.slice(from) : null
    members.push({ key, keyStart, valueStart, valueEnd: r.at, canonical })
  }
  skipSpace(r)
  if (r.at !== r.text.length) throw notPlain
  areInOrder(members)
  return { outline, members }
}

function readValue(r: PlainReading): Json {
  switch (r.text[r.at]) {
    case QUOTE:
      return readPlainText(r)
    case OPEN_BRACE:
      return readObject(r)
    case OPEN_BRACKET:
      return readList(r)
    case 0x74:
      return readWord(r, 'true', true)
    case 0x66:
      return readWord(r, 'false', false)
    case 0x6e:
      return readWord(r, 'null', null)
    default:
      return readNumber(r)
  }
}

function readList(r: PlainReading): readonly Json[] {
  goDeeper(r)
  takeOne(r, OPEN_BRACKET)
  const items: Json[] = []
  skipSpace(r)
  if (r.text[r.at] === CLOSE_BRACKET) takeOne(r, CLOSE_BRACKET)
  else {
    for (let more = true; more; more = isFollowed(r, CLOSE_BRACKET)) {
      countOne(r)
      skipSpace(r)
      items.push(readValue(r))
    }
  }
  r.depth -= 1
  return items
}

interface WrittenMember {
  readonly key: string
  /** Its first piece, and the first behind it. */
  readonly from: number
  readonly to: number
}

function readObject(r: PlainReading): JsonObject {
  goDeeper(r)
  takeOne(r, OPEN_BRACE)
  const outline: Record<string, Json> = {}
  const written: WrittenMember[] = []
  for (let more = beginsMember(r); more; more = isFollowed(r, CLOSE_BRACE)) {
    countOne(r)
    skipSpace(r)
    const from = r.pieces.length
    const start = r.at
    r.closed = from
    const key = readName(r)
    take(r, start, r.at)
    skipSpace(r)
    takeOne(r, COLON)
    skipSpace(r)
    outline[key] = readValue(r)
    written.push({ key, from, to: r.pieces.length })
    r.closed = r.pieces.length
  }
  r.depth -= 1
  if (!areInOrder(written)) sortPieces(r, written)
  return outline
}

/** The pieces of members, each with a comma's behind it but the last, in the order of the members' names. */
function sortPieces(r: PlainReading, written: readonly WrittenMember[]): void {
  const { pieces } = r
  const start = written[0]?.from ?? 0
  const end = written.at(-1)?.to ?? 0
  const before = pieces.slice(start, end)
  r.moved += before.length
  if (r.moved > mostMoves * pieces.length + fewPieces) throw notPlain
  const comma = (written[0]?.to ?? 0) - start
  let at = start
  for (const { from, to } of written.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (at > start) {
      pieces[at++] = before[comma] ?? 0
      pieces[at++] = before[comma + 1] ?? 0
    }
    for (let each = from - start; each < to - start; each++) pieces[at++] = before[each] ?? 0
  }
}

/** Most members of which each is compared with each. */
const fewMembers = 8

/** Whether names stand in their order, none of them twice. */
function areInOrder(members: readonly { readonly key: string }[]): boolean {
  const isAscending = members.every(
    ({ key }, index) => index === 0 || (members[index - 1]?.key ?? '') < key,
  )
  if (isAscending) return true
  const isTwice =
    members.length > fewMembers
      ? new Set(members.map(({ key }) => key)).size < members.length
      : members.some(({ key }, index) =>
          members.some((other, at) => at < index && other.key === key),
        )
  if (isTwice) throw notPlain
  return false
}
