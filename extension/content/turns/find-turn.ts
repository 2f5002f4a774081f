import type { Frontend } from '../../frontend.ts'
import { isForm } from '../badge/form-proof.ts'
import { rootOf } from './turns-of.ts'
import { visibleText } from '../../page-parts.ts'
import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'

/** Least part of the answer that must stand in a turn. */
const threshold = 0.85
/** Least part of an answer that is drawn. */
const leastPart = 0.2
/** Blocks within one another that hold the same text and nothing else. */
const mostEqual = 200

export interface Sought {
  /** Words of the answer. */
  readonly words: string
  /** The same once its markdown is drawn, in each of the ways that pages do it; where it is whole. */
  readonly drawn?: readonly string[]
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  /** `growing`: the page is still writing, and may be ahead. */
  readonly writing: 'growing' | 'finished'
}

/**
 * The turn that shows an answer: by its text, and never by its order. Of blocks within one another the
 * innermost; null when none does, or when several do as well: then no neighbour gets the badge.
 * @param isCandidate whether the turn can have come of this answer
 */
export function findTurn(
  page: Document,
  frontend: Frontend,
  sought: Sought,
  isCandidate: (turn: Element) => boolean,
): Element | null {
  const best = scoredTurns(page, frontend, sought, isCandidate).reduce<Scored[]>((found, each) => {
    const [one] = found
    if (one === undefined || each.score > one.score) return [each]
    return each.score === one.score ? [...found, each] : found
  }, [])
  if (best.length > mostEqual) return null
  // Document order: what is within another one comes behind it.
  const inner = best.filter(
    ({ turn }, at) => !best.slice(at + 1).some((other) => turn.contains(other.turn)),
  )
  return inner.length === 1 ? (inner[0]?.turn ?? null) : null
}

interface Scored {
  readonly turn: Element
  readonly score: number
}

function scoredTurns(
  page: Document,
  frontend: Frontend,
  { words, drawn = [], place, writing }: Sought,
  isCandidate: (turn: Element) => boolean,
): readonly Scored[] {
  return candidates(page, frontend, place)
    .filter((turn) => isOfLikelyLength(turn, words) && isCandidate(turn))
    .map((turn) => ({ turn, shown: wordsOf(visibleText(frontend.textPart(turn))) }))
    .filter(({ shown }) => writing === 'growing' || isNotMuchLonger(shown, words))
    .map(({ turn, shown }) => ({
      turn,
      score: Math.max(
        scoreOf([words, ...drawn], shown),
        writing === 'growing' || frontend.turnsAre === 'blocks'
          ? 0
          : partScore([words, ...drawn], shown),
      ),
    }))
    .filter(({ score }) => score >= threshold)
}

function scoreOf(texts: readonly string[], shown: string): number {
  if (texts.includes(shown)) return 1.01
  return Math.max(...texts.map((words) => containment(words, shown)))
}

/** Long code may be drawn as far as it is in sight: of that, all must be the answer's. */
function partScore(texts: readonly string[], shown: string): number {
  const parts = texts.map((words) =>
    shown.length < words.length * leastPart ? 0 : containment(shown, words),
  )
  // Less than one that shows all of it.
  return Math.max(...parts) * 0.99
}

/** Where the page names the place it is this one, or none. */
function candidates(page: Document, frontend: Frontend, place: string | null): readonly Element[] {
  if (place === null || !frontend.turnAt) {
    const all = [...rootOf(page, frontend).querySelectorAll(frontend.turnSelector)]
    return all.filter((turn) => !isForm(turn))
  }
  const named = frontend.turnAt(page, place)
  return named ? [named] : []
}

/** Cheap, and leaves out most of a page. */
function isOfLikelyLength({ textContent }: Element, words: string): boolean {
  const length = textContent?.length ?? 0
  return length >= words.length / 3 && length <= 6 * words.length + 5_000
}

/** A turn that holds much besides is another one, or several. */
function isNotMuchLonger(shown: string, words: string): boolean {
  return shown.length <= 1.5 * words.length + 200
}
