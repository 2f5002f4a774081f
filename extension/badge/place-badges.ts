import type { AnswerCard } from '../answer/answer-card.ts'
import type { ToBridge } from '../messages/bridge-messages.ts'
import { frontendFor } from '../frontend-registry.ts'
import { containment } from '../text/containment.ts'
import { wordsOf } from '../text/words-of.ts'
import { findTurn } from './find-turn.ts'
import { makeBadge, type Badge } from './make-badge.ts'
import { linkPlaces } from './place-link.ts'
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

interface Bound {
  readonly badge: Badge
  /** Words of the turn that it stands beside; null while they are being written. */
  words: string | null
  /** Of the receipt; null for what has none. */
  readonly digest: string | null
  /** Behind which it stands. */
  readonly anchor: Element
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
/** How often a badge is put back where a page takes it away. */
const mostReturns = 20
/** Shortest text that a kept answer is looked up for, in characters. */
const shortestLook = 2
/** Answers of this page-load that wait for their place. */
const mostAnswers = 200

/**
 * Keeps the badges of a page. A badge belongs to a text and not to an element: front-ends use elements
 * again, and a badge that stays on another text says something untrue (frontends.md section 3).
 */
export function placeBadges(page: Document): Places {
  const bound = new Map<Element, Bound>()
  const answers = new Map<string, Answer>()
  const growing = new Map<number, Growing>()
  const refusals = new Map<number, Refused>()
  const shownWords = new WeakMap<Element, string>()
  const returns = new WeakMap<Element, number>()
  let toldTurns = ''
  let isPlanned = false
  const frontend = () => frontendFor(page)

  const link = linkPlaces((card, words) => {
    const answer = answers.get(card.digest)
    if (answer) answer.card = card
    if (answer && card.shown === 'same') answer.settled = words
    for (const [turn, stands] of bound) {
      if (stands.digest !== card.digest) continue
      if (answer && answer.settled !== null && stands.words !== answer.settled) unbind(turn)
      else stands.badge.show({ kind: 'card', card })
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
      const stands = bound.get(at)
      if (stands && stands.words !== null && wordsIn(at) !== stands.words) unbind(at)
    }
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
    for (const [turn, stands] of bound) {
      if (!turn.isConnected) unbind(turn)
      else if (!isInPlace(stands)) putBack(turn, stands)
    }
    for (const [digest, answer] of answers) placeAnswer(digest, answer)
    for (const each of growing.values()) placeGrowing(each)
    for (const each of refusals.values()) placeRefusal(each)
    const turns = turnsOf(page, frontend())
    const counts = new Map<string, number>()
    for (const turn of turns) counts.set(wordsIn(turn), (counts.get(wordsIn(turn)) ?? 0) + 1)
    // Which of several with one text it was cannot be told from the text.
    for (const turn of turns) {
      if (!bound.has(turn) && counts.get(wordsIn(turn)) === 1) lookUp(turn)
    }
    tellTurns(turns)
  }

  function isInPlace({ anchor, badge: { host } }: Bound): boolean {
    return host.isConnected && anchor.nextElementSibling === host
  }

  /** A page may take it away, or move it to another answer; some draw everything anew. */
  function putBack(turn: Element, { digest, words, badge }: Bound): void {
    const count = (returns.get(turn) ?? 0) + 1
    returns.set(turn, count)
    unbind(turn)
    if (words === null) return
    bind(turn, { digest, words, badge })
  }

  function bind(turn: Element, { digest, words, badge }: Omit<Bound, 'anchor'>): boolean {
    const anchor = frontend().badgeAnchor(turn)
    if (!anchor || (returns.get(turn) ?? 0) > mostReturns) return false
    anchor.after(badge.host)
    badge.matchPage()
    bound.set(turn, { digest, words, badge, anchor })
    return true
  }

  function unbind(turn: Element): void {
    bound.get(turn)?.badge.host.remove()
    bound.delete(turn)
  }

  function newBadge(digest: string | null): Badge {
    return makeBadge({
      open: (disclose) => {
        if (digest !== null) link.send({ kind: 'open-answer', digest, disclose })
      },
    })
  }

  function isShown(digest: string): boolean {
    return [...bound.values()].some((stands) => stands.digest === digest)
  }

  function placeAnswer(digest: string, { words, place, card, settled }: Answer): void {
    if (words === '' || isShown(digest)) return
    const sought = {
      words: settled ?? words,
      place,
      writing: settled === null ? 'finished' : 'settled',
    } as const
    const turn = findTurn(page, frontend(), sought, (each) => bound.has(each))
    if (turn) attach(turn, card)
  }

  function attach(turn: Element, card: AnswerCard): void {
    const { digest } = card
    const badge = newBadge(digest)
    badge.show({ kind: 'card', card })
    const words = wordsIn(turn)
    if (!bind(turn, { digest, words, badge })) return
    const { tellsItsServer: told } = frontend()
    link.send({ kind: 'shown', digest, text: words, told })
  }

  function placeGrowing(each: Growing): void {
    if (each.turn !== null && bound.has(each.turn)) return
    const sought = { words: each.words, place: null, writing: 'growing' } as const
    const turn = findTurn(page, frontend(), sought, (other) => bound.has(other))
    if (turn === null) return
    const badge = newBadge(null)
    badge.show({ kind: 'provisional' })
    if (bind(turn, { digest: null, words: null, badge })) each.turn = turn
  }

  function endGrowing(id: number): void {
    const { turn } = growing.get(id) ?? {}
    growing.delete(id)
    if (turn && bound.get(turn)?.words === null) unbind(turn)
  }

  /** The page writes the error behind it: the badge stays whatever becomes of the text. */
  function placeRefusal({ id, text, failed }: Refused, known: Element | null = null): void {
    const sought = { words: wordsOf(text), place: null, writing: 'growing' } as const
    const turn = known ?? findTurn(page, frontend(), sought, (each) => bound.has(each))
    if (!turn?.isConnected) return
    const badge = newBadge(null)
    badge.show({ kind: 'refused', failed })
    if (bind(turn, { digest: null, words: null, badge })) refusals.delete(id)
  }

  /** For badges after a reload, in lists that draw what is in sight, and where a text comes back. */
  function lookUp(turn: Element): void {
    const words = wordsIn(turn)
    if (words.length < shortestLook) return
    if (frontend().receipts === 'none') return noteNone(turn, words)
    link.look(words, (card) => {
      if (!card || isShown(card.digest)) return
      if (bound.has(turn) || !turn.isConnected || wordsIn(turn) !== words) return
      attach(turn, answers.get(card.digest)?.card ?? card)
    })
  }

  function noteNone(turn: Element, words: string): void {
    const badge = newBadge(null)
    badge.show({ kind: 'no-receipt' })
    bind(turn, { digest: null, words, badge })
  }

  function tellTurns(turns: readonly Element[]): void {
    const { id, receipts, turnsAre } = frontend()
    const digests = turns
      .filter((turn) => wordsIn(turn) !== '')
      .map((turn) => bound.get(turn)?.digest ?? null)
    const listed = turnsAre === 'answers' ? digests : digests.filter((digest) => digest !== null)
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
      const [oldest] = answers.keys()
      if (answers.size >= mostAnswers && oldest !== undefined) answers.delete(oldest)
      const settled = answers.get(card.digest)?.settled ?? null
      answers.set(card.digest, { words: wordsOf(text), place, card, settled })
      for (const stands of bound.values()) {
        if (stands.digest === card.digest) stands.badge.show({ kind: 'card', card })
      }
      pass()
    },
    refused(message) {
      const { turn } = growing.get(message.id) ?? {}
      endGrowing(message.id)
      if (refusals.size < mostAnswers) refusals.set(message.id, message)
      placeRefusal(message, turn ?? null)
    },
    nothing(id) {
      endGrowing(id)
    },
    stop() {
      observer.disconnect()
      for (const turn of bound.keys()) unbind(turn)
      answers.clear()
      growing.clear()
      refusals.clear()
    },
  }
}
