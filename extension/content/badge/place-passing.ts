import type { RefusedMessage } from '../../messages/bridge-messages.ts'
import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'
import type { Growing } from './badge-state.ts'
import { bindPlain, isFree, mayBring, unbind, type Draft } from './draft.ts'

// Badges of what has no receipt that is kept: an answer on its way, and one that was refused.

/** Refusals that wait for their place. */
const mostRefusals = 200

/** Such a badge stays whatever becomes of the text beside it. */
const stays = { reading: null, isGuess: false }

export function grow<Turn>({ state, view }: Draft<Turn>, id: number, text: string): void {
  const words = wordsOf(text)
  const { turn = null } = state.growing.get(id) ?? {}
  // The page writes on in the same turn, or has begun a new one.
  const isOther = turn !== null && containment(words, view.wordsIn(turn)) === 0
  state.growing.set(id, { words, turn: isOther ? null : turn })
}

/** It is judged, or given up. @returns the turn that it was being written in */
export function endGrowing<Turn>(draft: Draft<Turn>, id: number): Turn | null {
  const { growing, standing } = draft.state
  const { turn = null } = growing.get(id) ?? {}
  growing.delete(id)
  if (turn === null || standing.get(turn)?.exchange !== id) return null
  unbind(draft, turn)
  return turn
}

export function keepRefusal<Turn>(draft: Draft<Turn>, message: RefusedMessage): void {
  const { refusals } = draft.state
  const turn = endGrowing(draft, message.id) ?? turnOf(draft, message.id)
  if (refusals.size < mostRefusals) refusals.set(message.id, message)
  placeRefusal(draft, message, turn)
}

/** Nothing came with it. */
export function endWithNothing<Turn>(draft: Draft<Turn>, id: number): void {
  const turn = endGrowing(draft, id)
  if (turn === null) return
  const stands = { reading: draft.view.readingIn(turn), isGuess: false, exchange: id }
  bindPlain(draft, turn, draft.plain.none, stands)
}

/** Puts those that have no place yet where their text stands by now. */
export function placePassing<Turn>(draft: Draft<Turn>): void {
  for (const [id, each] of draft.state.growing) placeGrowing(draft, id, each)
  for (const each of draft.state.refusals.values()) placeRefusal(draft, each, null)
}

function placeGrowing<Turn>(draft: Draft<Turn>, id: number, each: Growing<Turn>): void {
  const { growing, standing } = draft.state
  if (each.turn !== null && standing.has(each.turn)) return
  if (turnOf(draft, id) !== null) return
  const turn = find(draft, id, each.words)
  if (turn !== null && bindPlain(draft, turn, draft.plain.writing, { ...stays, exchange: id })) {
    growing.set(id, { ...each, turn })
  }
}

/** The page writes the error behind it: the badge stays whatever becomes of the text. */
function placeRefusal<Turn>(
  draft: Draft<Turn>,
  { id, text, said }: RefusedMessage,
  known: Turn | null,
): void {
  const words = wordsOf(text)
  // Without words it could be any empty place.
  const turn = known ?? (words === '' ? null : find(draft, id, words))
  if (turn === null || !draft.view.isConnected(turn)) return
  if (bindPlain(draft, turn, said, { ...stays, exchange: id })) draft.state.refusals.delete(id)
}

/** At which something is said of it. */
function turnOf<Turn>({ state }: Draft<Turn>, id: number): Turn | null {
  const found = [...state.standing].find(([, { exchange }]) => exchange === id)
  return found === undefined ? null : found[0]
}

function find<Turn>(draft: Draft<Turn>, id: number, words: string): Turn | null {
  const { state, view } = draft
  const from = {
    opened: state.openings.get(id) ?? 0,
    until: state.awaited.get(id) ?? Infinity,
  }
  return view.find({ words, place: null, writing: 'growing' }, (turn) => {
    const life = isFree(draft, turn) ? view.lifeOf(turn) : undefined
    return life !== undefined && mayBring(draft, from, life)
  })
}
