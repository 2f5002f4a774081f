import type { Frontend } from '../../frontend.ts'
import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { blocksAround } from './turns-of.ts'

/** Least part of what is there of an answer that its turn shows. */
const leastBegun = 0.85
/** Least part of its words that an answer shares with its turn: a title shares fewer with the answer that it is of. */
const leastShared = 0.5
/** Least part of an answer that is drawn. */
const leastPart = 0.2
/** Characters that a page writes beside the begin of an answer. */
const mostBeside = 5_000

export interface Sought {
  /** Words of the answer. */
  readonly words: string
  /** The words of a whole answer once its markdown is drawn, for each way in which pages draw it. */
  readonly drawn?: readonly string[]
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  /**
   * `growing`: the page is still writing, and may be ahead. `contested`: it may be another answer that the page
   * writes, so that all words count.
   */
  readonly as: 'growing' | 'contested' | 'finished'
}

interface Shown {
  readonly page: Document
  readonly frontend: Frontend
  /** The turns of the page, from top to bottom. */
  readonly turns: readonly Element[]
  readonly wordsIn: (turn: Element) => string
  /** Characters of all text in it. */
  readonly lengthOf: (element: Element) => number
}

/**
 * The turn that shows an answer. One that the transport names is it, whatever it shows. Of others that may have come of
 * it, the one that shares most words with it; of blocks within one another the innermost. Null where none does, or
 * several do as well: then no neighbour gets the badge.
 * @param isCandidate whether the turn can have come of this answer
 */
export function findTurn(
  { page, frontend, turns, wordsIn, lengthOf }: Shown,
  sought: Sought,
  isCandidate: (turn: Element) => boolean,
): Element | null {
  const { words, drawn = [], place, as } = sought
  if (place !== null && frontend.turnAt) {
    const named = frontend.turnAt(page, place)
    return named && isCandidate(named) ? named : null
  }
  if (words === '') return null
  const most = Math.max(...[words, ...drawn].map((text) => text.length))
  const candidates = turns.filter(isCandidate)
  const all =
    frontend.turnsAre === 'blocks'
      ? blocksAround(candidates, frontend, { most: 6 * most + mostBeside, lengthOf }).filter(
          isCandidate,
        )
      : candidates
  const texts = [words, ...drawn]
  const counts = texts.map(countsOf)
  let best: Element[] = []
  let highest = as === 'finished' ? leastShared : leastBegun
  for (const turn of all) {
    const shown = wordsIn(turn)
    const score =
      as === 'growing' ? begunScore(words, shown) : finishedScore({ texts, counts, shown, as })
    if (score < highest) continue
    best = score > highest ? [turn] : [...best, turn]
    highest = score
  }
  const found = innermost(best)
  return found !== null && frontend.turnsAre === 'blocks'
    ? narrowest(found, { best, all, wordsIn, texts: drawn.length > 0 ? drawn : texts })
    : found
}

function innermost(turns: readonly Element[]): Element | null {
  const inner = turns.filter(
    (turn) => !turns.some((other) => other !== turn && turn.contains(other)),
  )
  return inner.length === 1 ? (inner[0] ?? null) : null
}

/** The smallest block with as much of the answer, folded or not, as any that shows as many of its words. */
function narrowest(
  found: Element,
  of: {
    readonly best: readonly Element[]
    readonly all: readonly Element[]
    readonly texts: readonly string[]
    readonly wordsIn: Shown['wordsIn']
  },
): Element {
  const { best, all, texts, wordsIn } = of
  const counts = texts.map(countsOf)
  const heldBy = (block: Element) => {
    const held = [wordsIn(block), wordsOf(block.textContent)].map(countsOf)
    return Math.max(...counts.flatMap((count) => held.map((each) => sharedCount(count, each))))
  }
  const outermost = best.find((block) => best.every((other) => block.contains(other))) ?? found
  const most = heldBy(outermost)
  const whole = all.filter((block) => outermost.contains(block) && heldBy(block) >= most)
  return innermost(whole) ?? found
}

function begunScore(words: string, shown: string): number {
  return shown.length > 6 * words.length + mostBeside ? 0 : containment(words, shown)
}

function finishedScore(of: {
  readonly texts: readonly string[]
  readonly counts: readonly Counts[]
  readonly shown: string
  readonly as: Sought['as']
}): number {
  const { texts, counts, shown, as } = of
  if (shown === '') return 0
  if (texts.includes(shown)) return 2
  if (as === 'contested') {
    const likely = texts.filter((text) => shown.length <= 1.5 * text.length + 200)
    return Math.max(0, ...likely.map((text) => containment(text, shown)))
  }
  const seen = countsOf(shown)
  const shared = Math.max(...counts.map((count) => sharedPart(count, seen)))
  if (shared >= leastShared) return shared
  // Long code may be drawn as far as it is in sight: of that, all must be the answer's.
  const isPart = texts.some(
    (text) => shown.length >= text.length * leastPart && containment(shown, text) >= leastBegun,
  )
  return isPart ? leastShared : 0
}

type Counts = ReadonlyMap<string, number>

function countsOf(text: string): Counts {
  const counts = new Map<string, number>()
  for (const word of text.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Part of all words of both that is in both, 0 to 1. */
function sharedPart(some: Counts, others: Counts): number {
  return (2 * sharedCount(some, others)) / (sizeOf(some) + sizeOf(others))
}

function sharedCount(some: Counts, others: Counts): number {
  let shared = 0
  for (const [word, count] of some) shared += Math.min(count, others.get(word) ?? 0)
  return shared
}

function sizeOf(counts: Counts): number {
  let all = 0
  for (const count of counts.values()) all += count
  return all
}
