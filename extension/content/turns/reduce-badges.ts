import type { PlainSaid } from '../../answer/said.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import type { BadgeEffect, BadgeEvent, PageView } from './badge-events.ts'
import { mostTurns } from '../../messages/most-turns.ts'
import type { TurnList } from '../link/turns-link.ts'
import type { BadgeState, OpenedAt } from './badge-state.ts'
import { hasTwin, isFree, mayBring, mend, unbind, type Draft } from './draft.ts'
import { attachFound, lookUpStanding } from './look-up-standing.ts'
import {
  arrive,
  placeJudged,
  sayComparing,
  tellStanding,
  touch,
  updateCard,
} from './place-judged.ts'
import { release, reserve } from './reserve-place.ts'
import {
  dropPassing,
  endGrowing,
  endWithNothing,
  grow,
  placePassing,
  keepRefusal,
} from './place-passing.ts'

/** Responses that are on their way. */
const mostOpen = 1_000
/** Texts without a receipt that are remembered. */
const mostUnsigned = 1_000

/**
 * Which badges a page has, and what is to be done for them. A badge belongs to a text and not to an element:
 * front-ends use elements again, and a badge that stays on another text says something untrue. Beside a text
 * that came to the page since it was loaded stands the badge of the answer that brought it, and no other one.
 * @param state is changed by it
 * @param view the page at this moment; of `looked`, `judged` and `refused`, just after a look at all turns
 * @param plain what is said where there is no receipt to speak of
 * @returns what is to be done
 */
export function reduceBadges<Turn>(
  state: BadgeState<Turn>,
  event: BadgeEvent<Turn>,
  { view, plain }: { readonly view: PageView<Turn>; readonly plain: PlainSaid },
): readonly BadgeEffect<Turn>[] {
  const draft: Draft<Turn> = { state, effects: [], view, plain }
  handle(draft, event)
  if (event.kind !== 'came') release(draft)
  return draft.effects
}

function handle<Turn>(draft: Draft<Turn>, event: BadgeEvent<Turn>): void {
  switch (event.kind) {
    case 'coming':
      draft.state.isComing = true
      return
    case 'opened': {
      const { state, view } = draft
      const { place = null } = event
      const isOneOfSeveral = place === null && areSeveralWaiting(draft)
      elapse(draft, waitingSince(draft, place))
      state.isComing = false
      const opening = { look: view.openingLook(), moment: view.moment(), isOneOfSeveral }
      return open(draft, event.id, opening)
    }
    case 'closed':
      return close(draft, event.id)
    case 'acted':
      draft.state.acted = draft.view.moment()
      return elapse(draft)
    case 'writing':
      come(draft, event.id)
      grow(draft, event.id, event.text)
      return look(draft)
    case 'judged': {
      const written = endGrowing(draft, event.id, 'receipt')
      come(draft, event.id)
      mend(draft)
      arrive(draft, event, written)
      draft.state.awaited.delete(event.id)
      dropPassing(draft, written)
      return look(draft)
    }
    case 'refused':
      come(draft, event.id)
      keepRefusal(draft, event)
      return look(draft)
    case 'nothing':
      endWithNothing(draft, event.id)
      noteReceiptless(draft, event.words ?? [])
      draft.state.awaited.delete(event.id)
      return look(draft)
    case 'came':
      return reserve(draft, event.turn)
    case 'touched':
      for (const turn of event.turns) touch(draft, turn)
      return
    case 'looked':
      mend(draft)
      sayComparing(draft)
      return settle(draft)
    case 'list':
      return list(draft)
    case 'card':
      return updateCard(draft, event.card, event.text)
    case 'answered':
      attachFound(draft, event.asked, event.card)
      return look(draft)
  }
}

function settle<Turn>(draft: Draft<Turn>): void {
  const { state, view } = draft
  for (const [turn, { isGuess }] of state.standing) {
    if (isGuess && !view.mayBeFound(turn)) unbind(draft, turn)
  }
  placeJudged(draft)
  placePassing(draft)
  noteTwins(draft)
  noteUnsigned(draft)
  lookUpStanding(draft)
  tellStanding(draft)
}

/** Notes texts that were written here and came without a receipt. */
function noteUnsigned<Turn>({ state, view }: Draft<Turn>): void {
  if (view.isAwaiting()) return
  for (const turn of view.turns()) {
    const life = view.lifeOf(turn)
    if (!life || life.words === '' || view.mayBeFound(turn)) continue
    if (state.broughtBy.has(life.id) || state.unsigned.has(life.words)) continue
    setBounded(state.unsigned, mostUnsigned, [life.words, true])
  }
}

/**
 * Notes words that stand here twice while one answer came, where messages have no names: nobody can tell which of the two the
 * answer brought. A page that draws an answer anew may show both for a moment.
 */
function noteTwins<Turn>(draft: Draft<Turn>): void {
  const { state, view } = draft
  const twins = [...state.standing].flatMap(([turn, { digest }]) => {
    const arrival = digest === null ? undefined : state.arrivals.get(digest)
    if (arrival?.until !== Infinity || view.nameOf(turn) !== null) return []
    const shown = view.lifeOf(turn)?.words ?? ''
    if (shown === '') return []
    const isTwin = (other: Turn) => {
      const life = view.lifeOf(other)
      return life?.words === shown && mayBring(draft, arrival, life) && isFree(draft, other)
    }
    return view.turns().some(isTwin) ? [shown, arrival.words, ...arrival.drawn] : []
  })
  if (twins.length === 0) return
  if (view.isAwaiting()) look(draft)
  else noteReceiptless(draft, twins)
}

/** Notes the words of an answer without a receipt, and takes away the badges of others that have the same words. */
function noteReceiptless<Turn>(draft: Draft<Turn>, words: readonly string[]): void {
  const { state } = draft
  for (const each of words) setBounded(state.receiptless, mostUnsigned, [each, true])
  for (const [turn, stands] of state.standing) {
    if (hasTwin(draft, turn, stands)) unbind(draft, turn)
  }
}

/** Tells the background which answers stand in the page, when that has changed. */
function list<Turn>({ state, effects, view }: Draft<Turn>): void {
  const { id, receipts = 'arrive', turnsAre } = view.frontend()
  const standing = (turn: Turn) => {
    const { digest = null, exchange = null, isGuess = false } = state.standing.get(turn) ?? {}
    return digest ?? exchange ?? (isGuess ? 'undecided' : null)
  }
  const all =
    turnsAre === 'answers'
      ? view
          .turns()
          .filter((turn) => view.wordsIn(turn) !== '')
          .map(standing)
      : (turnsAre === 'blocks'
          ? view.inOrder([...state.standing.keys()])
          : view.turns().filter((turn) => state.standing.has(turn))
        )
          .map(standing)
          .filter((name) => name !== null)
  // A null stands for the turns without room, so that nothing good is said of them.
  const turns = all.length > mostTurns ? [...all.slice(0, mostTurns - 1), null] : all
  const now: TurnList = { turns, frontend: id, receipts }
  if (state.listed === null ? turns.length === 0 : isSameList(state.listed, now)) return
  state.listed = now
  effects.push({ kind: 'send list', list: now })
}

function isSameList(a: TurnList, b: TurnList): boolean {
  return (
    a.frontend === b.frontend &&
    a.turns.length === b.turns.length &&
    a.turns.every((turn, at) => turn === b.turns[at])
  )
}

/** A response whose coming was not told began before anything here was listened to. */
function come<Turn>(draft: Draft<Turn>, id: number): void {
  if (draft.state.openings.has(id)) return
  elapse(draft)
  open(draft, id, { look: 0, moment: 0, isOneOfSeveral: areSeveralWaiting(draft) })
}

function open<Turn>({ state: { openings } }: Draft<Turn>, id: number, opening: OpenedAt): void {
  setBounded(openings, mostOpen, [id, openings.get(id) ?? opening])
}

function close<Turn>({ state: { awaited } }: Draft<Turn>, id: number): void {
  setBounded(awaited, mostOpen, [id, awaited.get(id) ?? Infinity])
}

/**
 * Whatever begins after this moment came of something else than what is here, judged or not.
 * @param since moment; of what began to come later and is judged it may come
 */
function elapse<Turn>({ state: { arrivals, awaited }, view }: Draft<Turn>, since = Infinity): void {
  for (const [id, until] of awaited) awaited.set(id, Math.min(until, view.moment()))
  for (const [digest, arrival] of arrivals) {
    if (arrival.began >= since) continue
    arrivals.set(digest, { ...arrival, until: Math.min(arrival.until, view.moment()) })
  }
}

/**
 * Moment since which the message that a response names stands there, as the only one without words; else Infinity. A page
 * that tells its server what it receives gets the answer again from there, and draws that.
 */
function waitingSince<Turn>({ view }: Draft<Turn>, place: string | null): number {
  if (place === null || !view.frontend().tellsItsServer) return Infinity
  const [waiting, ...others] = view.turns().filter((turn) => view.lifeOf(turn)?.words === '')
  const named = view.find({ words: '', place, as: 'finished' }, (turn) => turn === waiting)
  if (named === null || others.length > 0) return Infinity
  return view.lifeOf(named)?.began ?? Infinity
}

/**
 * One act of the user asked for several messages, and the page draws them all as its own server tells them: nobody can tell
 * which one is whose.
 */
function areSeveralWaiting<Turn>({ state, view }: Draft<Turn>): boolean {
  if (!view.frontend().tellsItsServer) return false
  const isWaiting = (turn: Turn) => {
    const life = view.lifeOf(turn)
    return life?.words === '' && life.began >= state.acted
  }
  return view.turns().filter(isWaiting).length > 1
}

function look<Turn>({ effects }: Draft<Turn>): void {
  effects.push({ kind: 'look' })
}
