import type { Frontend } from '../../frontend.ts'
import type { BadgeContent } from './badge-content.ts'
import { makeBadge, type Badge } from './make-badge.ts'
import type { CardActions } from './make-card.ts'

/** The badges that stand in a page. They do what is decided elsewhere. */
export interface PageBadges {
  /** A new one, in place of the one that stands there. */
  place(turn: Element, content: BadgeContent, actions: CardActions): void
  show(turn: Element, content: BadgeContent): void
  putBack(turn: Element): void
  remove(turn: Element): void
  readonly isInPlace: (turn: Element) => boolean
  clear(): void
}

interface Placed {
  readonly badge: Badge
  /** Behind which it stands. */
  readonly anchor: Element
}

export function keepPageBadges(frontend: () => Frontend): PageBadges {
  const placed = new Map<Element, Placed>()

  function put(turn: Element, badge: Badge): void {
    const anchor = frontend().badgeAnchor(turn)
    if (anchor === null) return
    anchor.after(badge.host)
    badge.matchPage()
    placed.set(turn, { badge, anchor })
  }

  function remove(turn: Element): void {
    placed.get(turn)?.badge.host.remove()
    placed.delete(turn)
  }

  return {
    place(turn, content, actions) {
      remove(turn)
      const badge = makeBadge(actions)
      badge.show(content)
      put(turn, badge)
    },
    show: (turn, content) => placed.get(turn)?.badge.show(content),
    putBack(turn) {
      const known = placed.get(turn)
      remove(turn)
      if (known) put(turn, known.badge)
    },
    remove,
    isInPlace(turn) {
      const known = placed.get(turn)
      if (!known) return false
      const { host } = known.badge
      return host.isConnected && known.anchor.nextElementSibling === host
    },
    clear() {
      for (const turn of placed.keys()) remove(turn)
    },
  }
}
