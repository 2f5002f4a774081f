import type { AnswerCard } from '../answer/answer-card.ts'
import type { PlainSaid, Said } from '../answer/said.ts'
import type { ToBridge } from '../messages/bridge-messages.ts'
import { frontendFor } from '../frontend-registry.ts'
import { containment } from '../text/containment.ts'
import { wordsOf } from '../text/words-of.ts'
import { createBindings, type Bound } from './bindings.ts'
import { findTurn } from './find-turn.ts'
import { makeBadge } from './make-badge.ts'
import { linkPlaces } from './place-link.ts'
import { rememberFew } from './remember-few.ts'
import { turnsOf } from './turns-of.ts'

type Judged = Extract<ToBridge, { kind: 'judged' }>
type Refused = Extract<ToBridge, { kind: 'refused' }>

/** The badges of one page. They say what the background says, beside the text that it is about. */
export interface Places {
  writing(id: number, text: string): void
  judged(message: Judged): void
  refused(message: Refused): void
  nothing(id: number): void
  stop(): void
}

interface Answer {
  readonly words: string
  readonly place: string | null
  card: AnswerCard
  /** Words on screen that were found to be the signed ones: it belongs to no others from then on. */
  settled: string | null
}

interface Growing {
  words: string
  turn: Element | null
}

const lookAgainMs = 100
/** Shortest and longest text that a kept answer is looked up for, in characters. */
const shortestLook = 2
const longestLook = 1024 * 1024
/** Answers of this page-load that wait for their place. */
const mostAnswers = 200

/**
 * Keeps the badges of a page. A badge belongs to a text and not to an element: front-ends use elements
 * again, and a badge that stays on another text says something untrue (frontends.md section 3).
 * @param plain what is said where there is no receipt to speak of
 */
export function placeBadges(page: Document, plain: PlainSaid): Places {
  const answers = new Map<string, Answer>()
  const growing = new Map<number, Growing>()
  const refusals = new Map<number, Refused>()
  /** By digest, the words for which the background last said that they are the signed ones. */
  const confirmed = new Map<string, string>()
  const shownWords = new WeakMap<Element, string>()
  let toldTurns = ''
  let isPlanned = false
  const frontend = () => frontendFor(page)
  const bindings = createBindings(frontend)

  const link = linkPlaces((card, words) => {
    const answer = answers.get(card.digest)
    const standing = bindings.ofAnswer(card.digest)
    if (answer) answer.card = card
    if (card.shown === 'same') {
      const longer = standing.find(([, stands]) => goesOn(card, words, stands.words))
      settle(answer, card, longer?.[1].words ?? words)
    }
    for (const [turn, stands] of standing) {
      if (answer && !mayStand(answer, stands.words)) bindings.unbind(turn)
      else showCard(stands, card)
    }
  })

  const observer = new MutationObserver((records) => {
    for (const { target } of records) touched(target)
    plan()
  })
  observer.observe(page, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['id', 'data-message-id', 'data-chat-id', 'mesid', 'swipeid'],
  })

  /** At once, before the next frame: another text must not be seen with this badge. */
  function touched(target: Node): void {
    for (let at: Node | null = target; at; at = at.parentNode) {
      if (!(at instanceof Element)) continue
      shownWords.delete(at)
      const stands = bindings.of(at)
      if (!stands || stands.words === null) continue
      const words = wordsIn(at)
      if (words !== stands.words && !writesOn(stands, words)) bindings.unbind(at)
    }
  }

  /** A page writes the error behind an answer that failed: that must not take the red badge away. */
  function writesOn(stands: Bound, words: string): boolean {
    const answer = stands.digest === null ? undefined : answers.get(stands.digest)
    if (!answer || stands.words === null || !goesOn(answer.card, stands.words, words)) return false
    stands.words = words
    if (answer.settled !== null) answer.settled = words
    tellShown(answer.card.digest, words)
    return true
  }

  /** The same text may be drawn in several ways, such as with its marks first and without them then. */
  function settle(answer: Answer | undefined, { digest }: AnswerCard, words: string): void {
    rememberFew(confirmed, mostAnswers, [digest, words])
    if (answer) answer.settled = words
  }

  function wordsIn(turn: Element): string {
    const known = shownWords.get(turn)
    if (known !== undefined) return known
    const words = wordsOf(frontend().textOf(turn))
    shownWords.set(turn, words)
    return words
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
    for (const answer of answers.values()) placeAnswer(answer)
    for (const [id, each] of growing) placeGrowing(id, each)
    for (const each of refusals.values()) placeRefusal(each)
    const turns = turnsOf(page, frontend())
    const counts = new Map<string, number>()
    for (const turn of turns) counts.set(wordsIn(turn), (counts.get(wordsIn(turn)) ?? 0) + 1)
    // Which of several with one text it was cannot be told from the text.
    for (const turn of turns) {
      if (!bindings.has(turn) && counts.get(wordsIn(turn)) === 1) lookUp(turn)
    }
    tellTurns(turns)
  }

  /** For what has no receipt, and so no page of its own. */
  function bindPlain(turn: Element, said: Said, bound: Omit<Bound, 'badge' | 'digest'>): boolean {
    const badge = makeBadge({ open: () => {} })
    badge.show({ said, card: null })
    return bindings.bind(turn, { digest: null, ...bound, badge })
  }

  /** Nothing good is said of words that were not compared. */
  function showCard({ badge, words }: Bound, card: AnswerCard): void {
    const isCompared = confirmed.get(card.digest) === words
    const mayBeSaid = isCompared || !card.isGood
    badge.show(mayBeSaid ? { said: card, card } : { said: plain.comparing, card: null })
  }

  function isShown(digest: string): boolean {
    return bindings.ofAnswer(digest).length > 0
  }

  function placeAnswer({ words, place, card, settled }: Answer): void {
    if (words === '' || isShown(card.digest)) return
    const sought = {
      words: settled ?? words,
      place,
      writing: settled === null ? 'finished' : 'settled',
    } as const
    const turn = findTurn(page, frontend(), sought, bindings.has)
    if (turn) attach(turn, card)
  }

  function attach(turn: Element, card: AnswerCard): void {
    const { digest } = card
    const badge = makeBadge({
      open: (disclose) => link.send({ kind: 'open-answer', digest, disclose }),
    })
    const bound = { digest, exchange: null, words: wordsIn(turn), badge }
    showCard(bound, card)
    if (bindings.bind(turn, bound)) tellShown(digest, bound.words)
  }

  function tellShown(digest: string, text: string): void {
    link.shown({ kind: 'shown', digest, text, told: frontend().tellsItsServer ?? false })
  }

  function placeGrowing(id: number, each: Growing): void {
    if (each.turn !== null && bindings.has(each.turn)) return
    const sought = { words: each.words, place: null, writing: 'growing' } as const
    const turn = findTurn(page, frontend(), sought, bindings.has)
    if (turn && bindPlain(turn, plain.writing, { words: null, exchange: id })) each.turn = turn
  }

  /** The turn that it was being written in. */
  function endGrowing(id: number): Element | null {
    const { turn = null } = growing.get(id) ?? {}
    growing.delete(id)
    if (turn === null || bindings.of(turn)?.exchange !== id) return null
    bindings.unbind(turn)
    return turn
  }

  /** The page writes the error behind it: the badge stays whatever becomes of the text. */
  function placeRefusal({ id, text, said }: Refused, known: Element | null = null): void {
    const sought = { words: wordsOf(text), place: null, writing: 'growing' } as const
    // Without words it could be any empty place.
    const found = sought.words === '' ? null : findTurn(page, frontend(), sought, bindings.has)
    const turn = known ?? found
    if (turn?.isConnected && bindPlain(turn, said, { words: null, exchange: id })) {
      refusals.delete(id)
    }
  }

  /** For badges after a reload, in lists that draw what is in sight, and where a text comes back. */
  function lookUp(turn: Element): void {
    const words = wordsIn(turn)
    if (words.length < shortestLook || words.length > longestLook) return
    if (frontend().receipts === 'none') {
      bindPlain(turn, plain.dropped, { words, exchange: null })
      return
    }
    link.look(words, (card) => {
      if (!card || isShown(card.digest)) return
      if (bindings.has(turn) || !turn.isConnected || wordsIn(turn) !== words) return
      const answer = answers.get(card.digest)
      if (card.shown === 'same') settle(answer, card, words)
      if (!answer || mayStand(answer, words)) attach(turn, answer?.card ?? card)
    })
  }

  function tellTurns(turns: readonly Element[]): void {
    const { id, receipts = 'arrive', turnsAre } = frontend()
    const named = turns
      .filter((turn) => wordsIn(turn) !== '')
      .map((turn) => {
        const { digest = null, exchange = null } = bindings.of(turn) ?? {}
        return digest ?? exchange
      })
    const listed = turnsAre === 'answers' ? named : named.filter((name) => name !== null)
    const told = JSON.stringify([listed, id])
    if (told === toldTurns || (toldTurns === '' && listed.length === 0)) return
    toldTurns = told
    link.send({ kind: 'turns', turns: listed, frontend: id, receipts })
  }

  plan()
  return {
    writing(id, text) {
      const words = wordsOf(text)
      const known = growing.get(id)
      if (known) {
        known.words = words
        // The page writes on in the same turn, or has begun a new one.
        if (known.turn && containment(words, wordsIn(known.turn)) === 0) known.turn = null
      } else growing.set(id, { words, turn: null })
      plan()
    },
    judged({ id, text, place, card }) {
      endGrowing(id)
      const settled = answers.get(card.digest)?.settled ?? null
      const answer = { words: wordsOf(text), place, card, settled }
      rememberFew(answers, mostAnswers, [card.digest, answer])
      for (const [, stands] of bindings.ofAnswer(card.digest)) showCard(stands, card)
      link.renew()
      pass()
    },
    refused(message) {
      const turn = endGrowing(message.id)
      if (refusals.size < mostAnswers) refusals.set(message.id, message)
      placeRefusal(message, turn)
      plan()
    },
    nothing(id) {
      const turn = endGrowing(id)
      if (turn) bindPlain(turn, plain.none, { words: wordsIn(turn), exchange: id })
      plan()
    },
    stop() {
      observer.disconnect()
      bindings.clear()
      answers.clear()
      growing.clear()
      refusals.clear()
    },
  }
}

function mayStand({ settled }: Answer, words: string | null): boolean {
  return settled === null || settled === words
}

/** A failure covers what is written behind the text that it is about; nothing good does. */
function goesOn({ state }: AnswerCard, from: string, to: string | null): boolean {
  return state === 'failed' && to !== null && to.startsWith(`${from} `)
}
