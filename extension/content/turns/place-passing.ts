import type { RefusedMessage } from '../../messages/bridge-messages.ts'
import { containment } from '../../reading/containment.ts'
import { wordsOf } from '../../reading/words-of.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'
import { bindPlain, isFree, mayBring, unbind, type Draft } from './draft.ts'

// Badges of what has no receipt that is kept: an answer on its way, and one that was refused.

/** Refusals that wait for their place. */
const mostRefusals = 200
/** Exchanges that are remembered to be over. */
const mostEnded = 1_000

/** A badge that stays whatever becomes of the text beside it. */
const stays = { reading: null, isGuess: false }

export function grow<Turn>(draft: Draft<Turn>, id: number, text: string): void {
  const { state, view } = draft
  if (state.ended.has(id)) return
  const words = wordsOf(text)
  state.growing.set(id, words)
  const turn = turnOf(draft, id)
  // The page has begun a new one for it.
  if (turn !== null && containment(words, view.wordsIn(turn)) === 0) unbind(draft, turn)
}

/** Ends an answer on its way, which was judged or given up. @returns the turn in which the answer was being written, for the badge that follows */
export function endGrowing<Turn>(
  draft: Draft<Turn>,
  id: number,
  came: 'receipt' | 'nothing' = 'nothing',
): Turn | null {
  const { growing, ended } = draft.state
  setBounded(ended, mostEnded, [id, { at: draft.view.now(), with: came }])
  const turn = growing.delete(id) ? turnOf(draft, id) : null
  if (turn !== null) draft.state.standing.delete(turn)
  return turn
}

/** Takes the badge "being written" away from a turn, whether or not another badge came in its place. */
export function dropPassing<Turn>(draft: Draft<Turn>, turn: Turn | null): void {
  const { state, effects, plain } = draft
  if (turn === null) return
  if (!state.standing.has(turn)) return void effects.push({ kind: 'remove', turn })
  if (effects.some((effect) => effect.kind === 'show' && effect.turn === turn)) return
  effects.push({ kind: 'show', turn, content: { said: plain.comparing, card: null } })
}

export function keepRefusal<Turn>(draft: Draft<Turn>, message: RefusedMessage): void {
  const { refusals } = draft.state
  const written = endGrowing(draft, message.id)
  if (refusals.size < mostRefusals) refusals.set(message.id, message)
  placeRefusal(draft, message, written ?? turnOf(draft, message.id))
  dropPassing(draft, written)
}

/** Nothing came with it. */
export function endWithNothing<Turn>(draft: Draft<Turn>, id: number): void {
  const turn = endGrowing(draft, id)
  if (turn === null) return
  const stands = { reading: draft.view.readingIn(turn), isGuess: false, exchange: id }
  bindPlain(draft, turn, draft.plain.none, stands)
  dropPassing(draft, turn)
}

/** Puts those that have no place yet where their text stands by now. */
export function placePassing<Turn>(draft: Draft<Turn>): void {
  for (const [id, words] of draft.state.growing) placeGrowing(draft, id, words)
  for (const each of draft.state.refusals.values()) placeRefusal(draft, each, null)
}

function placeGrowing<Turn>(draft: Draft<Turn>, id: number, words: string): void {
  if (turnOf(draft, id) !== null) return
  const turn = find(draft, id, words)
  if (turn !== null) bindPlain(draft, turn, draft.plain.writing, { ...stays, exchange: id })
}

/** The page writes the error behind it: the badge stays whatever becomes of the text. */
function placeRefusal<Turn>(
  draft: Draft<Turn>,
  { id, text, said }: RefusedMessage,
  known: Turn | null,
): void {
  const turn = known ?? find(draft, id, wordsOf(text))
  if (turn === null || !draft.view.isConnected(turn)) return
  if (bindPlain(draft, turn, said, { ...stays, exchange: id })) draft.state.refusals.delete(id)
}

/** The turn beside which a badge says something of this exchange. */
function turnOf<Turn>({ state }: Draft<Turn>, id: number): Turn | null {
  const found = [...state.standing].find(([, { exchange }]) => exchange === id)
  return found === undefined ? null : found[0]
}

function find<Turn>(draft: Draft<Turn>, id: number, words: string): Turn | null {
  const { state, view } = draft
  const from = {
    opened: state.openings.get(id)?.look ?? 0,
    until: state.awaited.get(id) ?? Infinity,
  }
  return view.find({ words, place: null, as: 'growing' }, (turn) => {
    const life = view.lifeOf(turn)
    return life !== undefined && mayBring(draft, from, life) && isFree(draft, turn)
  })
}
