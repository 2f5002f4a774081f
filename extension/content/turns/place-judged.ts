import type { BadgeContent } from '../badge/badge-content.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { JudgedMessage } from '../../messages/bridge-messages.ts'
import { marks } from '../../reading/marks.ts'
import { isInDoubt, isSigned } from '#shared/judge/state/comparison.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import type { BadgeEvent } from './badge-events.ts'
import type { Arrival, Stands } from './badge-state.ts'
import { bind, isFree, isShown, mayBring, ofAnswer, unbind, type Draft } from './draft.ts'

// Badges of answers that came to this page since it was loaded: each beside the text that it brought.

/** Answers of this page-load of which something is remembered, and that wait for their place. */
const mostAnswers = 200

type FoundBy = AnswerCard['found']
type Answered<Turn> = Extract<BadgeEvent<Turn>, { kind: 'answered' }>

/** It was judged; its place is looked for with the next look. */
export function arrive<Turn>(
  draft: Draft<Turn>,
  { id, text, drawn, place, card }: JudgedMessage,
): void {
  const { arrivals, openings, awaited } = draft.state
  const known = arrivals.get(card.digest)
  const { life = null, messageId = null, settled = null } = known ?? {}
  const until = known?.until ?? awaited.get(id) ?? Infinity
  const opened = Math.min(known?.opened ?? Infinity, openings.get(id) ?? 0)
  const found = { words: wordsOf(text), drawn, place, card }
  setBounded(arrivals, mostAnswers, [
    card.digest,
    { ...found, opened, until, life, messageId, settled },
  ])
  for (const [turn, stands] of ofAnswer(draft, card.digest)) showCard(draft, turn, stands, card)
}

export function placeJudged<Turn>(draft: Draft<Turn>): void {
  for (const arrival of draft.state.arrivals.values()) place(draft, arrival)
}

/** The background says something about an answer, since its badge stands beside this text. */
export function updateCard<Turn>(draft: Draft<Turn>, card: AnswerCard, reading: string): void {
  const stand = ofAnswer(draft, card.digest)
  change(draft, card.digest, { card })
  if (isSigned(card.shown)) {
    const longer = stand.find(([, stands]) => goesOn(card, reading, stands.reading))
    settle(draft, card, longer?.[1].reading ?? reading)
  }
  const arrival = draft.state.arrivals.get(card.digest)
  for (const [turn, stands] of stand) {
    if (arrival && !mayStand(arrival, stands.reading)) unbind(draft, turn)
    else showCard(draft, turn, stands, card)
  }
}

/** Whether the text of a turn that shows it again was signed with it. */
export function comeBackIfSame<Turn>(
  draft: Draft<Turn>,
  { turn, text, digest, found }: Extract<Answered<Turn>['asked'], { why: 'comes back' }>,
  card: Answered<Turn>['card'],
): void {
  const arrival = draft.state.arrivals.get(digest)
  if (!arrival || card === null || card === 'undecided' || !isSigned(card.shown)) return
  if (isShown(draft, digest) || !isFree(draft, turn)) return
  if (!draft.view.isConnected(turn) || draft.view.readingIn(turn) !== text) return
  settle(draft, arrival.card, text)
  attach(draft, turn, { card: arrival.card, found })
}

/** At once, before the next frame: another text must not be seen with this badge. */
export function touch<Turn>(draft: Draft<Turn>, turn: Turn): void {
  const stands = draft.state.standing.get(turn)
  if (!stands || stands.reading === null) return
  const reading = draft.view.readingIn(turn)
  if (reading === stands.reading || writesOn(draft, turn, stands, reading)) return
  if (!scrolls(draft, turn, stands, reading)) unbind(draft, turn)
}

interface Attached {
  readonly card: AnswerCard
  readonly found: FoundBy
  /** Of the message; left out: as the page names it now. */
  readonly name?: string | null
}

export function attach<Turn>(
  draft: Draft<Turn>,
  turn: Turn,
  { card, found, name = draft.view.nameOf(turn) }: Attached,
): void {
  const { digest } = card
  const reading = draft.view.readingIn(turn)
  const stands = { digest, reading, isGuess: found === 'by-words', exchange: null }
  const content: BadgeContent =
    card.found === found
      ? contentOf(draft, stands, card)
      : { said: draft.plain.comparing, card: null }
  if (bind(draft, turn, stands, content)) tellShown(draft, digest, { reading, name, found })
}

/** The same text may be drawn in several ways, such as with its marks first and without them then. */
export function settle<Turn>(draft: Draft<Turn>, { digest }: AnswerCard, reading: string): void {
  setBounded(draft.state.confirmed, mostAnswers, [digest, reading])
  change(draft, digest, { settled: reading })
}

/** A front-end may give a message its lasting name when it is written. */
export function nameAnew<Turn>(draft: Draft<Turn>): void {
  const { state, view } = draft
  for (const [turn, { digest, reading, isGuess }] of state.standing) {
    const arrival = digest === null || isGuess ? undefined : state.arrivals.get(digest)
    const name = view.nameOf(turn)
    if (!arrival || digest === null || reading === null || name === null) continue
    if (name === arrival.messageId) continue
    change(draft, digest, { messageId: name })
    tellShown(draft, digest, { reading, name, found: 'came-here' })
  }
}

function place<Turn>(draft: Draft<Turn>, arrival: Arrival): void {
  const { effects, state, view } = draft
  const { words, life, card } = arrival
  if (words === '' || isShown(draft, card.digest)) return
  const turn = view.find({ ...arrival, writing: 'finished' }, (each) => {
    const lives = isFree(draft, each) ? view.lifeOf(each) : undefined
    return !!lives && (life === null ? mayBring(draft, arrival, lives) : lives.id === life)
  })
  const lives = turn === null ? undefined : view.lifeOf(turn)
  if (turn === null || !lives) return placeAgain(draft, arrival)
  if (life !== null) return comeBack(draft, turn, arrival, 'came-here')
  const name = view.settledNameOf(turn)
  effects.push({ kind: 'settle name', turn })
  state.broughtBy.set(lives.id, card.digest)
  change(draft, card.digest, { life: lives.id, messageId: name })
  attach(draft, turn, { card, found: 'came-here', name })
}

/** Its turn is gone, and another one shows its text: it is drawn again, or only says the same. */
function placeAgain<Turn>(draft: Draft<Turn>, arrival: Arrival): void {
  const { view } = draft
  const { life, messageId, settled, card } = arrival
  if (life === null) return
  const free = view.turns().filter((turn) => isFree(draft, turn))
  const named = free.find((turn) => messageId !== null && view.nameOf(turn) === messageId)
  if (named !== undefined) return comeBack(draft, named, arrival, 'by-name')
  if (settled === null) return
  const alike = free.find((turn) => {
    const isBack = view.mayBeFound(turn) || view.lifeOf(turn)?.came === 'replaced'
    return isBack && view.isOnly(turn) && view.readingIn(turn) === settled
  })
  if (alike !== undefined) attach(draft, alike, { card, found: 'by-words' })
}

function comeBack<Turn>(draft: Draft<Turn>, turn: Turn, arrival: Arrival, found: FoundBy): void {
  const { card } = arrival
  const { digest } = card
  const text = draft.view.readingIn(turn)
  if (mayStand(arrival, text)) return attach(draft, turn, { card, found })
  draft.effects.push({
    kind: 'ask',
    question: { kind: 'compare', digest, text },
    asked: { why: 'comes back', turn, text, digest, found },
  })
}

/** A page writes the error behind an answer that failed: that must not take the red badge away. */
function writesOn<Turn>(draft: Draft<Turn>, turn: Turn, stands: Stands, reading: string): boolean {
  const { standing, arrivals } = draft.state
  const { digest, reading: was, isGuess } = stands
  // What came to its end here may still be drawn; where nothing is claimed of it, that changes nothing.
  if (digest === null && was !== null && reading.startsWith(was)) {
    standing.set(turn, { ...stands, reading })
    return true
  }
  const arrival = digest === null ? undefined : arrivals.get(digest)
  if (digest === null || !arrival || !goesOn(arrival.card, was, reading)) return false
  standing.set(turn, { ...stands, reading })
  if (arrival.settled !== null) change(draft, digest, { settled: reading })
  const found = isGuess ? 'by-words' : 'came-here'
  tellShown(draft, digest, { reading, name: arrival.messageId, found })
  return true
}

/** Other lines of its code came in sight: nothing is said until they were compared, too. */
function scrolls<Turn>(draft: Draft<Turn>, turn: Turn, stands: Stands, reading: string): boolean {
  const { digest, reading: was, isGuess } = stands
  const arrival = digest === null ? undefined : draft.state.arrivals.get(digest)
  if (digest === null || was === null || !arrival || isGuess) return false
  if (![was, reading].some((text) => text.includes(marks.unseen))) return false
  const now = { ...stands, reading }
  draft.state.standing.set(turn, now)
  showCard(draft, turn, now, arrival.card)
  tellShown(draft, digest, { reading, name: arrival.messageId, found: 'came-here' })
  return true
}

function showCard<Turn>(draft: Draft<Turn>, turn: Turn, stands: Stands, card: AnswerCard): void {
  draft.effects.push({ kind: 'show', turn, content: contentOf(draft, stands, card) })
}

/** Nothing good is said of words that were not compared. */
function contentOf<Turn>(
  { state, plain }: Draft<Turn>,
  { reading }: Stands,
  card: AnswerCard,
): BadgeContent {
  const isCompared = state.confirmed.get(card.digest) === reading || isInDoubt(card.shown)
  return isCompared || !card.isGood ? { said: card, card } : { said: plain.comparing, card: null }
}

function tellShown<Turn>(
  { effects, view }: Draft<Turn>,
  digest: string,
  {
    reading: text,
    name: messageId,
    found,
  }: { reading: string; name: string | null; found: FoundBy },
): void {
  const tellsServer = view.frontend().tellsItsServer ?? false
  effects.push({
    kind: 'send shown',
    message: { kind: 'shown', digest, text, messageId, found, tellsServer },
  })
}

function change<Turn>({ state }: Draft<Turn>, digest: string, of: Partial<Arrival>): void {
  const known = state.arrivals.get(digest)
  if (known) state.arrivals.set(digest, { ...known, ...of })
}

function mayStand({ settled }: Arrival, reading: string | null): boolean {
  return settled === null || settled === reading
}

/** A failure covers what is written behind the text that it is about; nothing good does. */
function goesOn({ state }: AnswerCard, from: string | null, to: string | null): boolean {
  if (state !== 'failed' || from === null || to === null) return false
  return to.startsWith(from) && /^\s/.test(to.slice(from.length))
}
