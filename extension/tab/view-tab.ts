import { weakestState } from '#shared/judge/state/answer-state.ts'
import { plainSaid, type Said } from '../answer/said.ts'
import type { Conversation, ListedAnswer, TabAnswer } from '../messages/ui-requests.ts'
import type { Stage, TabState, TurnRef } from './tab-state.ts'

/**
 * What every surface says of a tab. An answer is said once: where it stands on the page, else among those
 * without a place.
 * @param kept by digest; one that is not there is kept no longer
 */
export function viewTab(state: TabState, kept: ReadonlyMap<string, ListedAnswer>): Conversation {
  const stages = new Map(state.exchanges.map(({ key, stage }) => [key, stage]))
  const placed = new Set<string>()
  const placedTurns = state.turns.map((ref) => {
    if (ref === 'undecided') return { said: plainSaid.undecided, answer: null }
    const stage = stageOf(ref, stages)
    for (const name of namesOf(ref, stage)) placed.add(name)
    const said = sayStage(stage, kept)
    return said.answer?.card.isGood && !isCompared(state, stage)
      ? { ...said, said: plainSaid.comparing }
      : said
  })
  const unplaced: TabAnswer[] = []
  for (const { key, stage } of state.exchanges) {
    const names = namesOf({ exchange: key }, stage)
    if (stage.at === 'writing' || stage.at === 'ended' || names.some((name) => placed.has(name))) {
      continue
    }
    for (const name of names) placed.add(name)
    const said = sayStage(stage, kept)
    if (stage.at === 'refused' || said.answer) unplaced.push(said)
  }
  const isWriting = state.exchanges.some(({ stage }) => stage.at === 'writing')
  const hasStray = unplaced.some(({ answer }) => answer !== null)
  const turns = hasStray ? placedTurns.map(unmatched) : placedTurns
  return {
    origin: state.origin,
    turns,
    unplaced,
    weakest:
      weakestOf(turns, unplaced) ?? (isWriting ? { said: plainSaid.writing, at: null } : null),
    receipts: state.receipts,
    left: state.left,
  }
}

type NamedTurn = Exclude<TurnRef, 'undecided'>

/** Null for a place whose answer came with nothing. */
function stageOf(ref: NamedTurn, stages: ReadonlyMap<string, Stage>): Stage | null {
  if (ref === null) return null
  return 'digest' in ref ? { at: 'judged', digest: ref.digest } : (stages.get(ref.exchange) ?? null)
}

/** The same receipt may come by several exchanges: it is one answer. */
function namesOf(ref: NamedTurn, stage: Stage | null): readonly string[] {
  return [
    ...(stage?.at === 'judged' ? [stage.digest] : []),
    ...(ref && 'exchange' in ref ? [ref.exchange] : []),
  ]
}

/** What one answer is said to be, wherever it is said. */
export function sayStage(stage: Stage | null, kept: ReadonlyMap<string, ListedAnswer>): TabAnswer {
  switch (stage?.at) {
    case 'writing':
      return { said: plainSaid.writing, answer: null }
    case 'refused':
      return { said: stage.said, answer: null }
    case 'judged': {
      const answer = kept.get(stage.digest) ?? null
      return { said: answer?.card ?? plainSaid.none, answer }
    }
    case 'ended':
    case undefined:
      return { said: plainSaid.none, answer: null }
  }
}

/** That nothing came is not said while something came whose place is not known. */
function unmatched(turn: TabAnswer): TabAnswer {
  return turn.said === plainSaid.none ? { ...turn, said: plainSaid.unmatched } : turn
}

function isCompared({ compared }: TabState, stage: Stage | null): boolean {
  return stage?.at === 'judged' && Object.hasOwn(compared, stage.digest)
}

/** The first of the weakest: a conversation is worth no more than that. One that failed counts wherever it is. */
function weakestOf(
  turns: readonly TabAnswer[],
  unplaced: readonly TabAnswer[],
): Conversation['weakest'] {
  const weakest = weakestState(turns.flatMap(({ said }) => finalState(said)))
  const failed = unplaced.find(({ said }) => said.state === 'failed')
  if (weakest !== 'failed' && failed) return { said: failed.said, at: null }
  const at = turns.findIndex(({ said }) => weakest === null || said.state === weakest)
  const found = turns[at]
  return found ? { said: found.said, at } : null
}

function finalState({ state }: Said) {
  return state === 'writing' || state === 'comparing' ? [] : [state]
}
