import type { Frontend } from '../../frontend.ts'
import type { BadgeContent } from './badge-content.ts'
import { makeBadge, type Badge } from './make-badge.ts'
import type { OpenAnswer } from './make-card.ts'

/** The badges that stand in a page. They do what is decided elsewhere. */
export interface PageBadges {
  /** Gives a badge its place beside the turn before there is anything to say. @param content what is likely to be said */
  reserve(turn: Element, content: BadgeContent): void
  /** Shows the content in the badge that stands beside the turn, or in a new badge. */
  show(turn: Element, content: BadgeContent): void
  putBack(turn: Element): void
  remove(turn: Element): void
  readonly isDrawn: (turn: Element) => boolean
  /** True also where none was drawn yet. */
  readonly isInPlace: (turn: Element) => boolean
  clear(): void
}

interface Placed {
  readonly badge: Badge
  /** The element that the badge stands behind; null if the page had no place for a badge. */
  readonly anchor: Element | null
}

export function keepPageBadges(frontend: () => Frontend, open: OpenAnswer): PageBadges {
  const placed = new Map<Element, Placed>()
  /** Those that say nothing yet. */
  const reserved = new Map<Element, Placed>()

  function put(turn: Element, badge: Badge): Placed {
    const anchor = frontend().badgeAnchor(turn)
    anchor?.after(badge.host)
    if (anchor) badge.matchPage()
    return { badge, anchor }
  }

  function remove(turn: Element): void {
    for (const all of [placed, reserved]) {
      all.get(turn)?.badge.host.remove()
      all.delete(turn)
    }
  }

  return {
    reserve(turn, content) {
      if (placed.has(turn) || reserved.has(turn)) return
      const badge = makeBadge(open)
      badge.expect(content)
      reserved.set(turn, put(turn, badge))
    },
    show(turn, content) {
      const awaited = reserved.get(turn)
      if (awaited !== undefined) {
        reserved.delete(turn)
        if (isInPlace(awaited)) placed.set(turn, awaited)
        else awaited.badge.host.remove()
      }
      const known = placed.get(turn)
      if (known) return known.badge.show(content)
      const badge = makeBadge(open)
      badge.show(content)
      placed.set(turn, put(turn, badge))
    },
    putBack(turn) {
      const known = placed.get(turn)
      remove(turn)
      if (known) placed.set(turn, put(turn, known.badge))
    },
    remove,
    isDrawn: (turn) => placed.has(turn),
    isInPlace(turn) {
      const known = placed.get(turn)
      return known === undefined || isInPlace(known)
    },
    clear() {
      for (const turn of [...placed.keys(), ...reserved.keys()]) remove(turn)
    },
  }
}

function isInPlace({ badge: { host }, anchor }: Placed): boolean {
  return host.isConnected && anchor?.nextElementSibling === host
}
