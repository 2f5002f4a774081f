import type { AnswerCard } from '../../answer/answer-card.ts'
import { rememberFew } from '../remember-few.ts'
import type { Life } from './turn-life.ts'

/** An answer that came to this page since it was loaded, and was judged. */
export interface Arrival {
  /** For finding it: the words that were signed, and those of them that are left once they are drawn. */
  readonly words: string
  readonly drawn: string
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  card: AnswerCard
  /** Number of the look in which it began to come: no text is its own that changed last before. */
  readonly opened: number
  /** Moment after which whatever begins came of something else. */
  until: number
  /** The turn that showed it first, and the page's name of the message there. */
  life: number | null
  messageId: string | null
  /** What its turn read like that was found to be signed: it belongs to no other text from then on. */
  settled: string | null
}

/** Which answers came to this page, and which turns can have come of them. */
export interface Arrivals {
  all(): Iterable<Arrival>
  of(digest: string): Arrival | undefined
  /** A response began to come. */
  opened(id: number, look: number): void
  knows(id: number): boolean
  /** Look in which it began. */
  openedAt(id: number): number
  judged(arrival: Pick<Arrival, 'words' | 'drawn' | 'place' | 'card'>, id: number): void
  /** Whatever begins after this moment came of something else than what is here. */
  elapse(moment: number): void
  /** Whether a turn that no answer has yet can have come of it. */
  mayBring(from: Pick<Arrival, 'opened' | 'until'>, life: Life): boolean
  bring(arrival: Arrival, life: Life, messageId: string | null): void
  forget(): void
}

/** Answers of this page-load that wait for their place, and responses that are on their way. */
const mostArrivals = 200
const mostOpen = 1_000

export function followArrivals(): Arrivals {
  const arrivals = new Map<string, Arrival>()
  const openings = new Map<number, number>()
  /** Which receipt each turn came with. */
  const broughtBy = new Map<number, string>()

  const openedAt = (id: number) => openings.get(id) ?? 0

  return {
    all: () => arrivals.values(),
    of: (digest) => arrivals.get(digest),
    knows: (id) => openings.has(id),
    openedAt,
    opened: (id, look) => rememberFew(openings, mostOpen, [id, openings.get(id) ?? look]),
    judged({ words, drawn, place, card }, id) {
      const known = arrivals.get(card.digest)
      const { life, messageId, settled, until } = known ?? notPlaced
      const opened = Math.min(known?.opened ?? Infinity, openedAt(id))
      const arrival = { words, drawn, place, card, opened, until, life, messageId, settled }
      rememberFew(arrivals, mostArrivals, [card.digest, arrival])
    },
    elapse(moment) {
      for (const arrival of arrivals.values()) {
        if (arrival.life === null) arrival.until = Math.min(arrival.until, moment)
      }
    },
    mayBring: ({ opened, until }, life) =>
      life.came !== 'loaded' &&
      !broughtBy.has(life.id) &&
      life.changed >= opened &&
      life.began <= until,
    bring(arrival, life, messageId) {
      broughtBy.set(life.id, arrival.card.digest)
      arrival.life = life.id
      arrival.messageId = messageId
    },
    forget() {
      arrivals.clear()
      openings.clear()
    },
  }
}

const notPlaced = { life: null, messageId: null, settled: null, until: Infinity }
