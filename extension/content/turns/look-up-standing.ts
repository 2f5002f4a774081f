import type { BadgeEvent } from './badge-events.ts'
import { bindPlain, isFree, isShown, type Draft } from './draft.ts'
import { attach, mayBeKept } from './place-judged.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'

/** Shortest text that a kept answer is looked up for, in characters. */
const shortestLook = 2
/** Texts that are looked up in one go: to read a text takes the page's own time. */
const mostAtOnce = 50
const mostCompared = 200

type Answered<Turn> = Extract<BadgeEvent<Turn>, { kind: 'answered' }>

/**
 * For what stood here when the page was loaded, and for what is drawn again: kept answers, by the page's own name of
 * the message, or by words. Of what was written here nothing is looked up but its name. The newest come first.
 */
export function lookUpStanding<Turn>(draft: Draft<Turn>): void {
  const { effects, state, view } = draft
  const isBlocks = view.frontend().turnsAre === 'blocks'
  let asked = 0
  for (const turn of (isBlocks ? view.blocks() : view.turns()).toReversed()) {
    if (state.standing.has(turn) || state.asked.get(turn) === view.wordsIn(turn)) continue
    if (asked === mostAtOnce) return void effects.push({ kind: 'look' })
    if (lookUp(draft, turn)) asked += 1
  }
}

/** @returns whether anything was asked */
function lookUp<Turn>(draft: Draft<Turn>, turn: Turn): boolean {
  const { state, view, effects, plain } = draft
  const words = view.wordsIn(turn)
  if (words.length < shortestLook) return false
  const { receipts, turnsAre } = view.frontend()
  if (receipts === 'none') {
    const stands = { reading: view.readingIn(turn), isGuess: false, exchange: null }
    bindPlain(draft, turn, plain.dropped, stands)
    return false
  }
  const messageId = view.nameOf(turn)
  // Which of several with one text it was cannot be told from the text.
  const isKept = mayBeKept(draft, turn) && isFree(draft, turn)
  if (messageId === null && !isKept) return false
  const by = !isKept ? 'name' : turnsAre === 'blocks' ? 'place' : 'words'
  state.asked.set(turn, words)
  const text = view.readingIn(turn)
  effects.push({
    kind: 'ask',
    question: { text, before: view.beforeIn(turn), messageId, by },
    asked: { turn, text },
  })
  return true
}

/** The background says which kept answer stands there. */
export function attachFound<Turn>(
  draft: Draft<Turn>,
  { turn, text }: Answered<Turn>['asked'],
  card: Answered<Turn>['card'],
): void {
  const { state, view, plain } = draft
  if (card === null || !isFree(draft, turn) || !view.isConnected(turn)) return
  if (state.standing.has(turn) || view.readingIn(turn) !== text) return
  if ((card === 'undecided' || card.found === 'by-words') && !mayBeKept(draft, turn)) return
  if (card === 'undecided') {
    const stands = { reading: text, isGuess: true, exchange: null }
    return void bindPlain(draft, turn, plain.undecided, stands)
  }
  // What came here belongs to what was written here.
  if (isShown(draft, card.digest) || state.arrivals.has(card.digest)) return
  setBounded(state.compared, mostCompared, [card.digest, text])
  attach(draft, turn, { card, found: card.found })
}
