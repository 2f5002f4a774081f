import type { Frontend } from '../frontend.ts'
import { containment, wordsOf } from '../text/match-text.ts'

/** Least part of the answer that must stand in a turn. */
const threshold = 0.85

/**
 * The turn that shows an answer: by its text and never by its order, newest first, the innermost of
 * several that hold it. Null when none does; then no neighbour gets the badge.
 */
export function findTurn(page: Document, frontend: Frontend, text: string): Element | null {
  const answer = wordsOf(text)
  const turns = [...page.querySelectorAll(frontend.turnSelector)]
    .filter((turn) => isOfLikelyLength(turn, text))
    .toReversed()
  const matching = turns.filter(
    (turn) => containment(answer, wordsOf(frontend.textOf(turn))) >= threshold,
  )
  const [first] = matching
  if (!first) return null
  return (
    matching
      .filter((turn) => first.contains(turn) || turn.contains(first))
      .toSorted(innermost)[0] ?? null
  )
}

/** Cheap, and leaves out most of a page: what is much shorter than the answer, or holds much besides. */
function isOfLikelyLength({ textContent }: Element, text: string): boolean {
  const length = textContent?.length ?? 0
  return length >= text.length / 3 && length <= 4 * text.length + 500
}

function innermost(a: Element, b: Element): number {
  if (a === b) return 0
  return a.contains(b) ? 1 : -1
}
