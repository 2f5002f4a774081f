import { weakestState, type AnswerState } from '#shared/judge/state/answer-state.ts'
import { isCalm } from '#shared/judge/state/look-of.ts'
import { plainSaid, type Said } from '../answer/said.ts'
import type { Conversation } from '../messages/ui-requests.ts'
import { entryOf } from './answer-table.ts'
import type { BriefCard } from './brief-card.ts'
import type { Stage, TabState, TurnRef } from './tab-state.ts'

/** What is known of an answer that is kept: for a list all of it, for the toolbar its state and its look. */
interface Described {
  readonly card: BriefCard
}

interface SaidAnswer<Answer extends Described> {
  readonly said: Said | Answer['card']
  readonly answer: Answer | null
}

/** As `Conversation`, with as much of each answer as was handed in. */
interface TabView<Answer extends Described> extends Pick<
  Conversation,
  'origin' | 'receipts' | 'frontend' | 'sent'
> {
  readonly turns: readonly SaidAnswer<Answer>[]
  readonly unplaced: readonly SaidAnswer<Answer>[]
  readonly weakest: { readonly said: Said | Answer['card']; readonly at: number | null } | null
}

/**
 * What every surface says of a tab. An answer is said once: where it stands on the page, else among those
 * without a place.
 * @param answerOf by its digest; null for one that is kept no longer
 */
export function viewTab<Answer extends Described>(
  state: TabState,
  answerOf: (digest: string) => Answer | null,
): TabView<Answer> {
  const stages = new Map<string, Stage>()
  for (const { key, stage } of state.exchanges) stages.set(key, stage)
  const placed = new Set<string>()
  const placedTurns = state.turns.map((ref) => {
    if (ref === 'undecided') return { said: plainSaid.undecided, answer: null }
    const stage = stageOf(ref, stages)
    if (stage?.at === 'judged') placed.add(stage.digest)
    if (ref !== null && 'exchange' in ref) placed.add(ref.exchange)
    const said = sayStage(stage, answerOf)
    return said.answer?.card.isGood && !isCompared(state, stage)
      ? { ...said, said: plainSaid.comparing }
      : said
  })
  const unplaced: SaidAnswer<Answer>[] = []
  for (const { key, stage } of state.exchanges) {
    if (stage.at === 'writing' || stage.at === 'ended' || placed.has(key)) continue
    // The same receipt may come by several exchanges: it is one answer.
    if (stage.at === 'judged') {
      if (placed.has(stage.digest)) continue
      placed.add(stage.digest)
    }
    const said = sayStage(stage, answerOf)
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
    frontend: state.frontend,
    sent: state.sent,
  }
}

type NamedTurn = Exclude<TurnRef, 'undecided'>

/** Null for a place whose answer came with nothing. */
function stageOf(ref: NamedTurn, stages: ReadonlyMap<string, Stage>): Stage | null {
  if (ref === null) return null
  return 'digest' in ref ? { at: 'judged', digest: ref.digest } : (stages.get(ref.exchange) ?? null)
}

/** What one answer is said to be, wherever it is said. */
export function sayStage<Answer extends Described>(
  stage: Stage | null,
  answerOf: (digest: string) => Answer | null,
): SaidAnswer<Answer> {
  switch (stage?.at) {
    case 'writing':
      return { said: plainSaid.writing, answer: null }
    case 'refused':
      return { said: stage.said, answer: null }
    case 'judged': {
      const answer = answerOf(stage.digest)
      return { said: answer?.card ?? plainSaid.none, answer }
    }
    case 'ended':
    case undefined:
      return { said: plainSaid.none, answer: null }
  }
}

/** That nothing came is not said while something came whose place is not known. */
function unmatched<Answer extends Described>(turn: SaidAnswer<Answer>): SaidAnswer<Answer> {
  return turn.said === plainSaid.none ? { ...turn, said: plainSaid.unmatched } : turn
}

function isCompared({ compared }: TabState, stage: Stage | null): boolean {
  return stage?.at === 'judged' && entryOf(compared, stage.digest) !== undefined
}

/**
 * The first of the weakest: a conversation is worth no more than that. One that failed counts wherever it is,
 * and nothing that needs a look stands behind what looks calm.
 */
function weakestOf<Answer extends Described>(
  turns: readonly SaidAnswer<Answer>[],
  unplaced: readonly SaidAnswer<Answer>[],
): TabView<Answer>['weakest'] {
  const final = turns.filter(({ said }) => finalState(said) !== null)
  const loud = final.filter(({ said }) => !isCalm(said))
  const named = loud.length > 0 ? loud : final.length > 0 ? final : turns
  const states = new Set<AnswerState>()
  for (const { said } of named) {
    const state = finalState(said)
    if (state !== null) states.add(state)
  }
  const weakest = weakestState([...states])
  const failed = unplaced.find(({ said }) => said.state === 'failed')
  if (weakest !== 'failed' && failed) return { said: failed.said, at: null }
  const found = named.find(({ said }) => weakest === null || said.state === weakest)
  return found ? { said: found.said, at: turns.indexOf(found) } : null
}

function finalState({ state }: Pick<Said, 'state'>): AnswerState | null {
  return state === 'writing' || state === 'comparing' ? null : state
}
