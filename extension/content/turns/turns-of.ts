import type { Frontend } from '../../frontend.ts'
import { closestTo, parentOf } from '../badge/form-proof.ts'

/** Most turns of a page that are looked at: the newest. To list all blocks of a long page takes longer than to find them. */
const mostTurns = 1000

/** The document or shadow root that holds the page's turns. */
export function rootOf(page: Document, frontend: Frontend): Document | ShadowRoot {
  return frontend.root?.(page) ?? page
}

/** The page's turns from top to bottom. The inner blocks count where blocks stand within blocks, as `generic` finds them. */
export function turnsOf(page: Document, frontend: Frontend): readonly Element[] {
  // A form cannot be read: its own fields hide its properties.
  const selector = `:is(${frontend.turnSelector}):not(form)`
  const all = rootOf(page, frontend).querySelectorAll(selector)
  const found: readonly Element[] = Array.prototype.slice.call(all, -mostTurns)
  if (frontend.turnsAre !== 'blocks') return found
  const outer = new Set<Element>()
  for (const turn of found) {
    for (let block = blockAround(turn, frontend); block; block = blockAround(block, frontend)) {
      if (outer.has(block)) break
      outer.add(block)
    }
  }
  return found.filter((turn) => !outer.has(turn))
}

/** The block that a block is in. */
export function blockAround(block: Element, { turnSelector }: Frontend): Element | null {
  const parent = parentOf(block)
  return parent && closestTo(parent, turnSelector)
}
