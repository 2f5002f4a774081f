import type { Frontend } from '../../frontend.ts'
import { closestTo, isForm, parentOf } from '../badge/form-proof.ts'

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
  // The first block within a block is the one that follows.
  return found.filter((turn, at) => !turn.contains(found[at + 1] ?? null))
}

interface Lengths {
  /** Characters of the longest block. */
  readonly most: number
  /** Characters of all text in an element. */
  readonly lengthOf: (element: Element) => number
}

/** These blocks and those around them. A block with the same text as one in it is the same place, and left out. */
export function blocksAround(
  turns: readonly Element[],
  frontend: Frontend,
  { most, lengthOf }: Lengths,
): readonly Element[] {
  const all = new Set(turns)
  for (const turn of turns) {
    let inner = lengthOf(turn)
    for (let block = blockAround(turn, frontend); block; block = blockAround(block, frontend)) {
      if (all.has(block) || isForm(block)) break
      const length = lengthOf(block)
      if (length > most) break
      if (length > inner) all.add(block)
      inner = length
    }
  }
  return [...all]
}

/** The block that a block is in. */
function blockAround(block: Element, { turnSelector }: Frontend): Element | null {
  const parent = parentOf(block)
  return parent && closestTo(parent, turnSelector)
}
