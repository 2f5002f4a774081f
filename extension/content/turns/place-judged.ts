import { setBounded } from '#shared/bytes/set-bounded.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { JudgedMessage } from '../../messages/bridge-messages.ts'
import { wordsOf } from '../../reading/words-of.ts'
import type { BadgeContent } from '../badge/badge-content.ts'
import type { Arrival, Stands } from './badge-state.ts'
import {
  bind,
  isContested,
  isFree,
  isShown,
  mayBring,
  ofAnswer,
  unbind,
  type Draft,
} from './draft.ts'
import { isLike } from './turn-life.ts'

// Badges of answers that came to this page since it was loaded: each beside the text that it brought.

/** Answers of this page-load of which something is remembered, and that wait for their place. */
const mostAnswers = 200

type FoundBy = AnswerCard['found']

/** Places a judged answer. @param written the turn in which the answer was being written, where that is known */
export function arrive<Turn>(
  draft: Draft<Turn>,
  { id, text, drawn, place: named, card }: JudgedMessage,
  written: Turn | null,
): void {
  const { arrivals, openings, awaited } = draft.state
  const known = arrivals.get(card.digest)
  const { until: before = -Infinity, stood = null } = known ?? {}
  // A page may get an answer in two ways, such as from the gateway and then from its own server, and draw the second.
  const { look = 0, moment = 0, isOneOfSeveral = false } = openings.get(id) ?? {}
  const last = isOneOfSeveral && named === null ? -Infinity : (awaited.get(id) ?? Infinity)
  const until = stood === null ? Math.max(before, last) : before
  const opened = Math.min(known?.opened ?? Infinity, look)
  const began = Math.min(known?.began ?? Infinity, moment)
  const arrival = { words: wordsOf(text), drawn, place: named, card, opened, began, until, stood }
  setBounded(arrivals, mostAnswers, [card.digest, arrival])
  for (const [turn, stands] of ofAnswer(draft, card.digest)) showCard(draft, turn, stands, card)
  if (!isShown(draft, card.digest)) place(draft, arrival, written)
}

export function placeJudged<Turn>(draft: Draft<Turn>): void {
  const { state, view } = draft
  if (view.frontend().turnsAre === 'blocks') moveToBetter(draft)
  const shown = new Set([...state.standing.values()].map(({ digest }) => digest))
  for (const arrival of state.arrivals.values()) {
    if (!shown.has(arrival.card.digest)) place(draft, arrival, null)
  }
}

/**
 * Moves a badge whose answer another block shows better: a block around or within the badge’s own block; or any that may
 * be of it, where the badge came before the page drew the answer, such as beside a question that quotes it.
 */
function moveToBetter<Turn>(draft: Draft<Turn>): void {
  const { state, view } = draft
  for (const [turn, { digest, reading, told }] of state.standing) {
    const arrival = digest === null ? undefined : state.arrivals.get(digest)
    if (!arrival) continue
    const life = view.lifeOf(turn)
    // Another of its blocks may have become the longest.
    if (life && mayBring(draft, arrival, life)) state.broughtBy.set(life.id, arrival.card.digest)
    const isEarly = mayBeEarly(arrival, view.wordsIn(turn))
    if (reading === told?.reading && !isEarly) continue
    const better = view.find({ ...arrival, place: null, as: 'finished' }, (each) => {
      return isOwn(draft, each, arrival) || (isEarly && mayTake(draft, each, arrival))
    })
    if (better === null || better === turn) continue
    unbind(draft, turn)
    if (isOwn(draft, better, arrival)) continue
    for (const [each, by] of state.broughtBy) if (by === digest) state.broughtBy.delete(each)
    bring(draft, better, arrival)
  }
}

/** The answer brought this turn, or the longest block of it. */
function isOwn<Turn>({ state, view }: Draft<Turn>, turn: Turn, { card }: Arrival): boolean {
  const life = view.lifeOf(turn)
  return life !== undefined && state.broughtBy.get(life.id) === card.digest
}

/** The answer may have brought this turn, which has no badge. */
function mayTake<Turn>(draft: Draft<Turn>, turn: Turn, arrival: Arrival): boolean {
  const life = draft.view.lifeOf(turn)
  return life !== undefined && mayBring(draft, arrival, life) && isFree(draft, turn)
}

/** True while nothing else has begun since the answer, and its words are hardly those that stand there. */
function mayBeEarly({ until, words, drawn }: Arrival, shown: string): boolean {
  return until === Infinity && ![words, ...drawn].some((text) => isLike(text, shown))
}

/** The background says something about an answer, since its badge stands beside this text. */
export function updateCard<Turn>(draft: Draft<Turn>, card: AnswerCard, reading: string): void {
  setBounded(draft.state.compared, mostAnswers, [card.digest, reading])
  change(draft, card.digest, { card })
  for (const [turn, stands] of ofAnswer(draft, card.digest)) showCard(draft, turn, stands, card)
}

/** A changed turn loses its badge at once, before the next frame: nobody must see another text with this badge. */
export function touch<Turn>(draft: Draft<Turn>, turn: Turn): void {
  const { state, view, effects } = draft
  const stands = state.standing.get(turn)
  if (!stands || stands.reading === null) return
  const reading = view.readingIn(turn)
  if (reading === stands.reading) return
  const { digest } = stands
  // The page may still draw an answer that has ended. Without a claim, that changes nothing.
  const isSame =
    digest === null
      ? reading.startsWith(stands.reading)
      : isAlike(wordsOf(reading), wordsOf(stands.reading))
  if (!isSame) {
    effects.push({ kind: 'look' })
    return unbind(draft, turn)
  }
  const now = { ...stands, reading }
  state.standing.set(turn, now)
  if (digest === null) return
  const card = state.arrivals.get(digest)?.card
  const content = card ? contentOf(draft, now, card) : { said: draft.plain.comparing, card: null }
  effects.push({ kind: 'show', turn, content }, { kind: 'look' })
}

interface Attached {
  readonly card: AnswerCard
  readonly found: FoundBy
}

export function attach<Turn>(draft: Draft<Turn>, turn: Turn, { card, found }: Attached): void {
  const { digest } = card
  const reading = draft.view.readingIn(turn)
  const stands = { digest, reading, isGuess: found === 'by-words', exchange: null, found }
  // Most comparisons are over before the next look, and another frame costs the page more than all else.
  const content = card.found === found && maySay(draft, reading, card) ? { said: card, card } : null
  if (bind(draft, turn, stands, content)) tellShown(draft, turn, stands)
}

/** A comparison that takes so long that a person may look for the badge. */
export function sayComparing<Turn>({ state, effects, view, plain }: Draft<Turn>): void {
  for (const turn of state.standing.keys()) {
    if (view.isDrawn(turn)) continue
    effects.push({ kind: 'show', turn, content: { said: plain.comparing, card: null } })
  }
}

/** The background is told of each that stands otherwise than it was told: the page draws it anew, or names it. */
export function tellStanding<Turn>(draft: Draft<Turn>): void {
  for (const [turn, stands] of draft.state.standing) tellShown(draft, turn, stands)
}

/** Whether words may be taken for those of a kept answer: they were not written here by anybody else. */
export function mayBeKept<Turn>(
  { state, view }: Draft<Turn>,
  turn: Turn,
  isOld = view.mayBeFound(turn),
): boolean {
  const life = view.lifeOf(turn)
  return (
    life !== undefined &&
    isOld &&
    view.isOnly(turn) &&
    !state.broughtBy.has(life.id) &&
    !state.unsigned.has(life.words) &&
    !state.receiptless.has(view.wordsIn(turn))
  )
}

function place<Turn>(draft: Draft<Turn>, arrival: Arrival, written: Turn | null): void {
  const { view } = draft
  if (arrival.stood !== null) return placeAgain(draft, arrival, arrival.stood)
  const isMine = (turn: Turn) => mayTake(draft, turn, arrival)
  const as = isContested(draft, arrival) ? 'contested' : 'finished'
  const turn = view.find({ ...arrival, as }, isMine)
  if (turn !== null) return bring(draft, turn, arrival)
  const isChat = view.frontend().turnsAre !== 'blocks'
  if (written !== null && isChat && isMine(written)) bring(draft, written, arrival)
}

function bring<Turn>(draft: Draft<Turn>, turn: Turn, { card }: Arrival): void {
  const life = draft.view.lifeOf(turn)?.id
  if (life === undefined) return
  draft.effects.push({ kind: 'settle name', turn })
  draft.state.broughtBy.set(life, card.digest)
  attach(draft, turn, { card, found: 'came-here' })
}

/**
 * Its turn is gone, and it is drawn again: as the same turn, under the same name, or with the same words behind the
 * same ones. Where the words before it are others, it may be another answer that says the same.
 */
function placeAgain<Turn>(
  draft: Draft<Turn>,
  arrival: Arrival,
  { name, words, reading, before }: NonNullable<Arrival['stood']>,
): void {
  const { state, view } = draft
  const { card } = arrival
  const isBlocks = view.frontend().turnsAre === 'blocks'
  const free = view.turns().filter((turn) => isFree(draft, turn))
  const isEarly = mayBeEarly(arrival, words) && !isContested(draft, arrival)
  // Of two texts with the same words and no names either may be drawn again as the other.
  const isSame = (turn: Turn) => {
    const life = view.lifeOf(turn)
    const isTold = life !== undefined && (life.name !== null || !state.unsigned.has(life.words))
    return isTold && isOwn(draft, turn, arrival) && isFree(draft, turn)
  }
  const same = isBlocks
    ? view.find({ ...arrival, place: null, as: 'finished' }, (turn) => {
        return isSame(turn) || (isEarly && mayTake(draft, turn, arrival))
      })
    : free.find(isSame)
  if (isBlocks && same) return bring(draft, same, arrival)
  const named = name === null ? undefined : free.find((turn) => view.nameOf(turn) === name)
  // A name may be given again, to what is written in its place.
  const again = same ?? (named !== undefined && isAlike(view.wordsIn(named), words) ? named : null)
  if (again !== null) return attach(draft, again, { card, found: 'came-here' })
  const turns = isBlocks ? view.blocks() : free
  // The answer may be back in the place of another text, unless an answer without a receipt may have come there.
  const isOld = (turn: Turn) =>
    view.mayBeFound(turn) ||
    (view.lifeOf(turn)?.came === 'replaced' && !isContested(draft, arrival))
  const alike = turns.find((turn) => {
    return (
      view.wordsIn(turn) === words && isFree(draft, turn) && mayBeKept(draft, turn, isOld(turn))
    )
  })
  if (alike === undefined || view.readingIn(alike) !== reading) return
  if (view.beforeIn(alike) === before) return bring(draft, wholeOf(draft, alike, arrival), arrival)
  if (!isBlocks && view.mayBeFound(alike)) attach(draft, alike, { card, found: 'by-words' })
}

/** The whole turn of an answer: its badge may have stood beside a part, while the page was drawing. */
function wholeOf<Turn>(draft: Draft<Turn>, part: Turn, arrival: Arrival): Turn {
  const { view } = draft
  if (view.frontend().turnsAre !== 'blocks') return part
  const life = view.lifeOf(part)?.id
  const isOfIt = (turn: Turn) => view.lifeOf(turn)?.id === life && isFree(draft, turn)
  return view.find({ ...arrival, place: null, as: 'finished' }, isOfIt) ?? part
}

/** More of the same text, or less of it. */
function isAlike(words: string, other: string): boolean {
  return isLike(words, other) || isLike(other, words)
}

function showCard<Turn>(draft: Draft<Turn>, turn: Turn, stands: Stands, card: AnswerCard): void {
  draft.effects.push({ kind: 'show', turn, content: contentOf(draft, stands, card) })
}

function contentOf<Turn>(draft: Draft<Turn>, { reading }: Stands, card: AnswerCard): BadgeContent {
  return maySay(draft, reading, card)
    ? { said: card, card }
    : { said: draft.plain.comparing, card: null }
}

/** Nothing good is said of words that were not compared. */
function maySay<Turn>({ state }: Draft<Turn>, reading: string | null, card: AnswerCard): boolean {
  return !card.isGood || state.compared.get(card.digest) === reading
}

function tellShown<Turn>(draft: Draft<Turn>, turn: Turn, stands: Stands): void {
  const { effects, state, view } = draft
  const { digest, reading, found, told } = stands
  if (digest === null || reading === null || found === undefined) return
  const name = view.nameOf(turn) ?? told?.name ?? null
  const isTold = told?.reading === reading && told.name === name
  if (isTold && told.before !== '') return
  // A list that is drawn as far as it is in sight may leave out the question of an answer.
  const known = found === 'by-words' ? undefined : state.arrivals.get(digest)?.stood?.before
  const before = view.beforeIn(turn) || (known ?? '')
  if (isTold && before === '') return
  state.standing.set(turn, { ...stands, told: { reading, name, before } })
  if (found !== 'by-words') {
    change(draft, digest, { stood: { name, words: view.wordsIn(turn), reading, before } })
  }
  const tellsServer = view.frontend().tellsItsServer ?? false
  effects.push({
    kind: 'send shown',
    message: { kind: 'shown', digest, text: reading, before, messageId: name, found, tellsServer },
  })
}

function change<Turn>({ state }: Draft<Turn>, digest: string, of: Partial<Arrival>): void {
  const known = state.arrivals.get(digest)
  if (known) state.arrivals.set(digest, { ...known, ...of })
}
