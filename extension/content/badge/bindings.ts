import type { Frontend } from '../../frontend.ts'
import type { Badge } from './make-badge.ts'

export interface Bound {
  readonly badge: Badge
  /** What the turn reads like that it stands beside; null where it stays whatever becomes of it. */
  reading: string | null
  /** It stands there for want of a better one. */
  readonly isGuess: boolean
  /** Of the receipt; null for what has none. */
  readonly digest: string | null
  /** Number of the exchange that brought it; null for what was found by its words. */
  readonly exchange: number | null
}

interface Standing extends Bound {
  /** Behind which it stands. */
  readonly anchor: Element
}

/** Which badge stands beside which turn of the page. */
export interface Bindings {
  /** False where the turn has no place for it, or the page took it away too often. */
  bind(turn: Element, bound: Bound): boolean
  unbind(turn: Element): void
  readonly has: (turn: Element) => boolean
  /** Nothing stands there that would not give way. */
  readonly isFree: (turn: Element) => boolean
  all(): readonly (readonly [Element, Bound])[]
  of(turn: Element): Bound | undefined
  ofAnswer(digest: string): readonly (readonly [Element, Bound])[]
  isShown(digest: string): boolean
  /** Lets go of turns that are gone, and puts back what the page took away or moved. */
  mend(): void
  clear(): void
}

/** How often a badge is put back where a page takes it away. */
const mostReturns = 20

export function createBindings(frontend: () => Frontend): Bindings {
  const standing = new Map<Element, Standing>()
  const returns = new WeakMap<Element, number>()

  function bind(turn: Element, bound: Bound): boolean {
    const anchor = frontend().badgeAnchor(turn)
    if (!anchor || (returns.get(turn) ?? 0) > mostReturns) return false
    unbind(turn)
    anchor.after(bound.badge.host)
    bound.badge.matchPage()
    standing.set(turn, { ...bound, anchor })
    return true
  }

  function unbind(turn: Element): void {
    standing.get(turn)?.badge.host.remove()
    standing.delete(turn)
  }

  function isInPlace({ anchor, badge: { host } }: Standing): boolean {
    return host.isConnected && anchor.nextElementSibling === host
  }

  return {
    bind,
    unbind,
    has: (turn) => standing.has(turn),
    isFree: (turn) => standing.get(turn)?.isGuess ?? true,
    all: () => [...standing],
    of: (turn) => standing.get(turn),
    ofAnswer: (digest) => [...standing].filter(([, bound]) => bound.digest === digest),
    isShown: (digest) => [...standing.values()].some((bound) => bound.digest === digest),
    mend() {
      const displaced = [...standing].filter(
        ([turn, bound]) => !turn.isConnected || !isInPlace(bound),
      )
      for (const [turn, bound] of displaced) {
        unbind(turn)
        if (!turn.isConnected) continue
        returns.set(turn, (returns.get(turn) ?? 0) + 1)
        bind(turn, bound)
      }
    },
    clear() {
      for (const turn of standing.keys()) unbind(turn)
    },
  }
}
