import type { Frontend } from '../../frontend.ts'
import type { BadgeContent } from './badge-content.ts'
import { makeBadge, type Badge } from './make-badge.ts'
import type { OpenAnswer } from './make-card.ts'

/** The badges that stand in a page. They do what is decided elsewhere. */
export interface PageBadges {
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

  function put(turn: Element, badge: Badge): void {
    const anchor = frontend().badgeAnchor(turn)
    anchor?.after(badge.host)
    if (anchor) badge.matchPage()
    placed.set(turn, { badge, anchor })
  }

  function remove(turn: Element): void {
    placed.get(turn)?.badge.host.remove()
    placed.delete(turn)
  }

  return {
    show(turn, content) {
      const known = placed.get(turn)
      if (known) return known.badge.show(content)
      const badge = makeBadge(open)
      badge.show(content)
      put(turn, badge)
    },
    putBack(turn) {
      const known = placed.get(turn)
      remove(turn)
      if (known) put(turn, known.badge)
    },
    remove,
    isDrawn: (turn) => placed.has(turn),
    isInPlace(turn) {
      const known = placed.get(turn)
      if (!known) return true
      const { host } = known.badge
      return host.isConnected && known.anchor?.nextElementSibling === host
    },
    clear() {
      for (const turn of placed.keys()) remove(turn)
    },
  }
}
