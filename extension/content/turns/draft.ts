import type { BadgeContent } from '../badge/badge-content.ts'
import type { PlainSaid, Said } from '../../answer/said.ts'
import type { BadgeEffect, PageView } from './badge-events.ts'
import type { BadgeState, Stands } from './badge-state.ts'
import type { Life } from './turn-life.ts'

/** The state as an event changes it, and the effects to perform. */
export interface Draft<Turn> {
  readonly state: BadgeState<Turn>
  readonly effects: BadgeEffect<Turn>[]
  readonly view: PageView<Turn>
  /** The words for an answer without a receipt. */
  readonly plain: PlainSaid
}

/** How often a badge is put back where a page takes it away. */
const mostReturns = 20

/**
 * @param content null while there is nothing to say yet: what is drawn there stays
 * @returns false where the turn has no place for it, the page took it away too often, or the answer has a twin
 */
export function bind<Turn>(
  draft: Draft<Turn>,
  turn: Turn,
  stands: Stands,
  content: BadgeContent | null,
): boolean {
  const { state, effects, view } = draft
  if (!view.hasPlace(turn) || (state.returns.get(turn) ?? 0) > mostReturns) return false
  if (hasTwin(draft, turn, stands)) return false
  // The badge may speak of another answer.
  if (content === null && state.standing.has(turn)) effects.push({ kind: 'remove', turn })
  state.standing.set(turn, stands)
  if (content) effects.push({ kind: 'show', turn, content })
  return true
}

/**
 * The words of its answer came to this page without a receipt, too. Where messages have no names, nobody can tell
 * such texts apart, and none of them has the badge.
 */
export function hasTwin<Turn>(
  { state: { arrivals, receiptless }, view }: Draft<Turn>,
  turn: Turn,
  { digest }: Stands,
): boolean {
  if (digest === null || view.nameOf(turn) !== null) return false
  const { words, drawn } = arrivals.get(digest) ?? { words: view.wordsIn(turn), drawn: [] }
  return [words, ...drawn].some((each) => receiptless.has(each))
}

/** Places a badge for an answer without a receipt, which has no page of its own. */
export function bindPlain<Turn>(
  draft: Draft<Turn>,
  turn: Turn,
  said: Said,
  stands: Omit<Stands, 'digest'>,
): boolean {
  return bind(draft, turn, { ...stands, digest: null }, { said, card: null })
}

export function unbind<Turn>({ state, effects }: Draft<Turn>, turn: Turn): void {
  if (state.standing.delete(turn)) effects.push({ kind: 'remove', turn })
}

/** Nothing stands there, around it or within it, that would not give way. */
export function isFree<Turn>({ state, view }: Draft<Turn>, turn: Turn): boolean {
  if (view.frontend().turnsAre !== 'blocks') return state.standing.get(turn)?.isGuess ?? true
  return [...state.standing].every(
    ([other, { isGuess }]) => isGuess || !(view.holds(other, turn) || view.holds(turn, other)),
  )
}

export function ofAnswer<Turn>(
  { state }: Draft<Turn>,
  digest: string,
): readonly (readonly [Turn, Stands])[] {
  return [...state.standing].filter(([, stands]) => stands.digest === digest)
}

export function isShown<Turn>(draft: Draft<Turn>, digest: string): boolean {
  return ofAnswer(draft, digest).length > 0
}

/** Whether a turn without an answer can have come of this exchange. */
export function mayBring<Turn>(
  { state }: Draft<Turn>,
  { opened, until }: { readonly opened: number; readonly until: number },
  life: Life,
): boolean {
  return (
    life.came !== 'loaded' &&
    !state.broughtBy.has(life.id) &&
    life.changed >= opened &&
    life.began <= until
  )
}

/** An answer without a receipt may have been written since, or still is. */
export function isContested<Turn>(
  { state: { openings, ended } }: Draft<Turn>,
  { opened }: { readonly opened: number },
): boolean {
  return [...openings.keys()].some((id) => {
    const end = ended.get(id)
    return end === undefined || (end.with === 'nothing' && end.at >= opened)
  })
}

/** Lets go of turns that are gone, and puts back what the page took away or moved. */
export function mend<Turn>(draft: Draft<Turn>): void {
  const { state, effects, view } = draft
  const displaced = [...state.standing.keys()].filter(
    (turn) => !view.isConnected(turn) || !view.isInPlace(turn),
  )
  for (const turn of displaced) {
    const returns = (state.returns.get(turn) ?? 0) + 1
    if (view.isConnected(turn)) state.returns.set(turn, returns)
    if (view.isConnected(turn) && view.hasPlace(turn) && returns <= mostReturns) {
      effects.push({ kind: 'put back', turn })
    } else unbind(draft, turn)
  }
  for (const turn of state.returns.keys()) {
    if (!view.isConnected(turn)) state.returns.delete(turn)
  }
  for (const turn of state.asked.keys()) {
    if (!view.isConnected(turn)) state.asked.delete(turn)
  }
}
