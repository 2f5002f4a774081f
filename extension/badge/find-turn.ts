import type { Frontend } from '../frontend.ts'
import { containment } from '../text/containment.ts'
import { wordsOf } from '../text/words-of.ts'

/** Least part of the answer that must stand in a turn. */
const threshold = 0.85

interface Sought {
  /** Words of the answer. */
  readonly words: string
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  /** `growing`: the page is still writing, and may be ahead. `settled`: these words and no others. */
  readonly writing: 'growing' | 'finished' | 'settled'
}

/**
 * The turn that shows an answer: by its text, and never by its order. Among several the best, and of
 * equals the newest and innermost. Null when none does; then no neighbour gets the badge.
 */
export function findTurn(
  page: Document,
  frontend: Frontend,
  { words, place, writing }: Sought,
  isTaken: (turn: Element) => boolean,
): Element | null {
  const named = place === null ? null : (frontend.turnAt?.(page, place) ?? null)
  const all = named ? [named] : [...page.querySelectorAll(frontend.turnSelector)]
  const scored = all
    .filter((turn) => !isTaken(turn) && isOfLikelyLength(turn, words))
    .map((turn) => ({ turn, shown: wordsOf(frontend.textOf(turn)) }))
    .filter(({ shown }) => writing === 'growing' || isNotMuchLonger(shown, words))
    .filter(({ shown }) => writing !== 'settled' || shown === words)
    .map(({ turn, shown }) => ({ turn, score: shown === words ? 1.01 : containment(words, shown) }))
    .filter(({ score }) => score >= threshold)
  let best: { readonly turn: Element; readonly score: number } | null = null
  for (const each of scored) {
    if (
      best === null ||
      each.score > best.score ||
      (each.score === best.score && isNearer(each.turn, best.turn))
    ) {
      best = each
    }
  }
  return best?.turn ?? null
}

/** `Node.DOCUMENT_POSITION_FOLLOWING`. */
const following = 4

/** Later in the page, or within the other one. */
function isNearer(turn: Element, other: Element): boolean {
  return (
    other.contains(turn) ||
    (!turn.contains(other) && (other.compareDocumentPosition(turn) & following) !== 0)
  )
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
