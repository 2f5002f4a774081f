import type { PlainSaid, Said } from '../../answer/said.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import { containment } from '../../text/containment.ts'
import { wordsOf } from '../../text/words-of.ts'
import type { Arrivals } from './arrivals.ts'
import type { Bindings, Bound } from './bindings.ts'
import { findTurn } from './find-turn.ts'
import { makeBadge } from './make-badge.ts'
import type { StandingTurns } from './standing-turns.ts'

type Refused = Extract<ToBridge, { kind: 'refused' }>

/** Badges of what has no receipt that is kept: an answer on its way, and one that was refused. */
export interface PassingBadges {
  writing(id: number, text: string): void
  refused(message: Refused): void
  /** It is judged, or given up. */
  readonly end: (id: number) => void
  /** Nothing came with it. */
  nothing(id: number): void
  /** Puts those that have no place yet where their text stands by now. */
  place(): void
  forget(): void
}

interface Parts {
  readonly page: Document
  readonly standing: StandingTurns
  readonly arrivals: Arrivals
  readonly bindings: Bindings
  readonly plain: PlainSaid
}

interface Growing {
  words: string
  turn: Element | null
}

/** Refusals that wait for their place. */
const mostRefusals = 200

export function placePassing({ page, standing, arrivals, bindings, plain }: Parts): PassingBadges {
  const growing = new Map<number, Growing>()
  const refusals = new Map<number, Refused>()

  function find(id: number, words: string): Element | null {
    const from = { opened: arrivals.openedAt(id), until: Infinity }
    const sought = { words, place: null, writing: 'growing' } as const
    return findTurn(page, standing.frontend(), sought, (turn) => {
      const life = bindings.isFree(turn) ? standing.lifeOf(turn) : undefined
      return life !== undefined && arrivals.mayBring(from, life)
    })
  }

  function placeGrowing(id: number, each: Growing): void {
    if (each.turn !== null && bindings.has(each.turn)) return
    const turn = find(id, each.words)
    if (turn && bindPlain(bindings, turn, plain.writing, { ...stays, exchange: id }))
      each.turn = turn
  }

  /** The page writes the error behind it: the badge stays whatever becomes of the text. */
  function placeRefusal({ id, text, said }: Refused, known: Element | null = null): void {
    const words = wordsOf(text)
    // Without words it could be any empty place.
    const turn = known ?? (words === '' ? null : find(id, words))
    if (turn?.isConnected && bindPlain(bindings, turn, said, { ...stays, exchange: id })) {
      refusals.delete(id)
    }
  }

  /** The turn that it was being written in. */
  function end(id: number): Element | null {
    const { turn = null } = growing.get(id) ?? {}
    growing.delete(id)
    if (turn === null || bindings.of(turn)?.exchange !== id) return null
    bindings.unbind(turn)
    return turn
  }

  return {
    writing(id, text) {
      const words = wordsOf(text)
      const known = growing.get(id)
      if (known === undefined) return void growing.set(id, { words, turn: null })
      known.words = words
      // The page writes on in the same turn, or has begun a new one.
      if (known.turn && containment(words, standing.wordsIn(known.turn)) === 0) known.turn = null
    },
    refused(message) {
      const turn = end(message.id)
      if (refusals.size < mostRefusals) refusals.set(message.id, message)
      placeRefusal(message, turn)
    },
    end,
    nothing(id) {
      const turn = end(id)
      if (!turn) return
      const bound = { reading: standing.readingIn(turn), isGuess: false, exchange: id }
      bindPlain(bindings, turn, plain.none, bound)
    },
    place() {
      for (const [id, each] of growing) placeGrowing(id, each)
      for (const each of refusals.values()) placeRefusal(each)
    },
    forget() {
      growing.clear()
      refusals.clear()
    },
  }
}

const stays = { reading: null, isGuess: false }

/** For what has no receipt, and so no page of its own. */
export function bindPlain(
  bindings: Bindings,
  turn: Element,
  said: Said,
  bound: Omit<Bound, 'digest' | 'badge'>,
): boolean {
  const badge = makeBadge({ open: () => {} })
  badge.show({ said, card: null })
  return bindings.bind(turn, { ...bound, digest: null, badge })
}
