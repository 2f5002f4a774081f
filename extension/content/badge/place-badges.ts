import type { AnswerCard } from '../../answer/answer-card.ts'
import type { PlainSaid } from '../../answer/said.ts'
import type { ToBridge } from '../../messages/bridge-messages.ts'
import { drawnWords } from '../../text/drawn-words.ts'
import { wordsOf } from '../../text/words-of.ts'
import { followArrivals, type Arrival } from './arrivals.ts'
import { createBindings, type Bound } from './bindings.ts'
import { findTurn } from './find-turn.ts'
import { makeBadge } from './make-badge.ts'
import { linkPlaces } from '../link/place-link.ts'
import { lookUpStanding } from './look-up-standing.ts'
import { placePassing } from './place-passing.ts'
import { rememberFew } from '../remember-few.ts'
import { followStanding } from './standing-turns.ts'
import { tellTurns } from './tell-turns.ts'
import { watchPage } from './watch-page.ts'

type Judged = Extract<ToBridge, { kind: 'judged' }>
type Refused = Extract<ToBridge, { kind: 'refused' }>
type FoundBy = AnswerCard['found']

/** The badges of one page. They say what the background says, beside the text that it is about. */
export interface Places {
  /** A response began to come to the page. */
  opened(id: number): void
  writing(id: number, text: string): void
  judged(message: Judged): void
  refused(message: Refused): void
  nothing(id: number): void
  stop(): void
}

const lookAgainMs = 100
/** Answers of this page-load of which something is remembered. */
const mostAnswers = 200

/**
 * Keeps the badges of a page. A badge belongs to a text and not to an element: front-ends use elements
 * again, and a badge that stays on another text says something untrue. Beside a text that came
 * to the page since it was loaded stands the badge of the answer that brought it, and no other one.
 * @param plain what is said where there is no receipt to speak of
 */
export function placeBadges(page: Document, plain: PlainSaid): Places {
  const arrivals = followArrivals()
  /** By digest, the readings for which the background last said that they are the signed ones. */
  const confirmed = new Map<string, string>()
  let isPlanned = false
  const standing = followStanding(page)
  const { frontend, readingIn } = standing
  const bindings = createBindings(frontend)
  const passing = placePassing({ page, standing, arrivals, bindings, plain })

  const link = linkPlaces((card, reading) => {
    const arrival = arrivals.of(card.digest)
    const bound = bindings.ofAnswer(card.digest)
    if (arrival) arrival.card = card
    if (card.shown === 'same') {
      const longer = bound.find(([, stands]) => goesOn(card, reading, stands.reading))
      settle(arrival, card, longer?.[1].reading ?? reading)
    }
    for (const [turn, stands] of bound) {
      if (arrival && !mayStand(arrival, stands.reading)) bindings.unbind(turn)
      else showCard(stands, card)
    }
  })

  const stopWatching = watchPage(page, {
    changed(records, isNew) {
      standing.witness(records)
      for (const { target } of records) touched(target)
      if (isNew) plan()
    },
    arrived(element) {
      touched(element)
      plan()
    },
    acted: act,
  })
  const tell = tellTurns(standing, bindings, link)
  const lookUp = lookUpStanding({ standing, bindings, link, arrivals, plain }, (turn, card) => {
    if (card.shown === 'same') settle(undefined, card, readingIn(turn))
    attach(turn, card, card.found)
  })

  /** At once, before the next frame: another text must not be seen with this badge. */
  function touched(target: Node): void {
    for (let at: Node | null = target; at; at = at.parentNode) {
      if (!(at instanceof Element)) continue
      standing.forget(at)
      const stands = bindings.of(at)
      if (!stands || stands.reading === null) continue
      const reading = readingIn(at)
      if (reading !== stands.reading && !writesOn(stands, reading)) bindings.unbind(at)
    }
  }

  /** Something happened that the next text of the page may come of. */
  function act(): void {
    standing.act()
    arrivals.elapse(standing.moment())
  }

  /** It began before anything here was listened to. */
  function came(id: number): void {
    act()
    arrivals.opened(id, 0)
  }

  /** A page writes the error behind an answer that failed: that must not take the red badge away. */
  function writesOn(stands: Bound, reading: string): boolean {
    // What came to its end here may still be drawn; where nothing is claimed of it, that changes nothing.
    if (stands.digest === null && stands.reading !== null && reading.startsWith(stands.reading)) {
      stands.reading = reading
      return true
    }
    const arrival = stands.digest === null ? undefined : arrivals.of(stands.digest)
    if (!arrival || !goesOn(arrival.card, stands.reading, reading)) return false
    stands.reading = reading
    if (arrival.settled !== null) arrival.settled = reading
    const { messageId, card } = arrival
    tellShown(card.digest, reading, messageId, stands.isGuess ? 'by-words' : 'came-here')
    return true
  }

  /** The same text may be drawn in several ways, such as with its marks first and without them then. */
  function settle(arrival: Arrival | undefined, { digest }: AnswerCard, reading: string): void {
    rememberFew(confirmed, mostAnswers, [digest, reading])
    if (arrival) arrival.settled = reading
  }

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    // A page that is still writing changes many times before a person sees it once.
    setTimeout(() => {
      isPlanned = false
      pass()
    }, lookAgainMs)
  }

  function pass(): void {
    bindings.mend()
    const turns = standing.look()
    for (const [turn, { isGuess }] of bindings.all()) {
      if (isGuess && !standing.mayBeFound(turn)) bindings.unbind(turn)
    }
    for (const arrival of arrivals.all()) place(arrival)
    passing.place()
    for (const turn of turns) if (!bindings.has(turn)) lookUp(turn)
    nameAnew()
    tell(turns)
  }

  /** Nothing good is said of words that were not compared. */
  function showCard({ badge, reading }: Bound, card: AnswerCard): void {
    const isCompared = confirmed.get(card.digest) === reading
    const mayBeSaid = isCompared || !card.isGood
    badge.show(mayBeSaid ? { said: card, card } : { said: plain.comparing, card: null })
  }

  function place(arrival: Arrival): void {
    const { words, life, card } = arrival
    if (words === '' || bindings.isShown(card.digest)) return
    const turn = findTurn(page, frontend(), { ...arrival, writing: 'finished' }, (each) => {
      const lives = bindings.isFree(each) ? standing.lifeOf(each) : undefined
      return !!lives && (life === null ? arrivals.mayBring(arrival, lives) : lives.id === life)
    })
    const lives = turn && standing.lifeOf(turn)
    if (!turn || !lives) return placeAgain(arrival)
    if (life !== null) return comeBack(turn, arrival, 'came-here')
    standing.settleName(turn)
    arrivals.bring(arrival, lives, standing.nameOf(turn))
    attach(turn, card, 'came-here')
  }

  /** Its turn is gone, and another one shows its text: it is drawn again, or only says the same. */
  function placeAgain(arrival: Arrival): void {
    const { life, messageId, settled, card } = arrival
    if (life === null) return
    const free = standing.turns().filter(bindings.isFree)
    const named = free.find((turn) => messageId !== null && standing.nameOf(turn) === messageId)
    if (named) return comeBack(named, arrival, 'by-name')
    if (settled === null) return
    const alike = free.find((turn) => {
      const isBack = standing.mayBeFound(turn) || standing.lifeOf(turn)?.came === 'replaced'
      return isBack && standing.isOnly(turn) && readingIn(turn) === settled
    })
    if (alike) attach(alike, card, 'by-words')
  }

  function comeBack(turn: Element, arrival: Arrival, found: FoundBy): void {
    const reading = readingIn(turn)
    const { digest } = arrival.card
    if (mayStand(arrival, reading)) return attach(turn, arrival.card, found)
    link.ask({ kind: 'compare', digest, text: reading }, (card) => {
      if (card === null || card === 'undecided' || card.shown !== 'same') return
      if (bindings.isShown(digest) || !bindings.isFree(turn)) return
      if (!turn.isConnected || readingIn(turn) !== reading) return
      settle(arrival, card, reading)
      attach(turn, arrival.card, found)
    })
  }

  function attach(turn: Element, card: AnswerCard, found: FoundBy): void {
    const { digest } = card
    const badge = makeBadge({
      open: (disclose) => link.send({ kind: 'open-answer', digest, disclose }),
    })
    const reading = readingIn(turn)
    const bound = { digest, reading, badge, isGuess: found === 'by-words', exchange: null }
    if (card.found === found) showCard(bound, card)
    else badge.show({ said: plain.comparing, card: null })
    if (bindings.bind(turn, bound)) tellShown(digest, reading, standing.nameOf(turn), found)
  }

  function tellShown(digest: string, text: string, messageId: string | null, found: FoundBy): void {
    const told = frontend().tellsItsServer ?? false
    link.shown({ kind: 'shown', digest, text, messageId, found, told })
  }

  /** A front-end may give a message its lasting name when it is written. */
  function nameAnew(): void {
    for (const [turn, { digest, reading, isGuess }] of bindings.all()) {
      const arrival = digest === null || isGuess ? undefined : arrivals.of(digest)
      const messageId = standing.nameOf(turn)
      if (!arrival || reading === null || messageId === null) continue
      if (messageId === arrival.messageId) continue
      arrival.messageId = messageId
      tellShown(arrival.card.digest, reading, messageId, 'came-here')
    }
  }

  plan()
  return {
    opened(id) {
      act()
      arrivals.opened(id, standing.now())
    },
    writing(id, text) {
      if (!arrivals.knows(id)) came(id)
      passing.writing(id, text)
      plan()
    },
    judged({ id, text, place: at, card }) {
      passing.end(id)
      if (!arrivals.knows(id)) came(id)
      arrivals.judged({ words: wordsOf(text), drawn: drawnWords(text), place: at, card }, id)
      for (const [, stands] of bindings.ofAnswer(card.digest)) showCard(stands, card)
      link.renew()
      pass()
    },
    refused(message) {
      if (!arrivals.knows(message.id)) came(message.id)
      standing.look()
      passing.refused(message)
      plan()
    },
    nothing(id) {
      passing.nothing(id)
      plan()
    },
    stop() {
      stopWatching()
      bindings.clear()
      arrivals.forget()
      passing.forget()
    },
  }
}

function mayStand({ settled }: Arrival, reading: string | null): boolean {
  return settled === null || settled === reading
}

/** A failure covers what is written behind the text that it is about; nothing good does. */
function goesOn({ state }: AnswerCard, from: string | null, to: string | null): boolean {
  if (state !== 'failed' || from === null || to === null) return false
  return to.startsWith(from) && /^\s/.test(to.slice(from.length))
}
