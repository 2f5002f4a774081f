import type { Frontend } from '../../frontend.ts'
import { closestTo, isForm, parentOf } from '../badge/form-proof.ts'

/** Most turns of a page that are looked at: the newest. */
const mostTurns = 1000

/** What the page's turns are in. */
export function rootOf(page: Document, frontend: Frontend): Document | ShadowRoot {
  return frontend.root?.(page) ?? page
}

/** The page's turns from top to bottom. Of blocks within blocks, as `generic` finds them, the inner ones. */
export function turnsOf(page: Document, frontend: Frontend): readonly Element[] {
  const found = [...rootOf(page, frontend).querySelectorAll(frontend.turnSelector)]
    .filter((turn) => !isForm(turn))
    .slice(-mostTurns)
  const outer = new Set<Element>()
  const around = (turn: Element) => {
    const parent = parentOf(turn)
    return parent && closestTo(parent, frontend.turnSelector)
  }
  for (const turn of found) {
    for (let parent = around(turn); parent && !outer.has(parent); parent = around(parent)) {
      outer.add(parent)
    }
  }
  return found.filter((turn) => !outer.has(turn))
}
