import { answerStates, type AnswerState } from '#shared/judge/state/answer-state.ts'
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
    const stage = stageOf(ref, stages)
    if (stage?.at === 'judged') placed.add(stage.digest)
    if (ref !== null && ref !== 'undecided' && 'exchange' in ref) placed.add(ref.exchange)
    return sayTurn(ref, { state, stages, answerOf })
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

interface SayOptions<Answer extends Described> {
  readonly state: Pick<TabState, 'compared'>
  /** By exchange. */
  readonly stages: ReadonlyMap<string, Stage>
  readonly answerOf: (digest: string) => Answer | null
}

/** What is said at one place of the page. */
export function sayTurn<Answer extends Described>(
  ref: TurnRef,
  { state, stages, answerOf }: SayOptions<Answer>,
): SaidAnswer<Answer> {
  if (ref === 'undecided') return { said: plainSaid.undecided, answer: null }
  const stage = stageOf(ref, stages)
  const said = sayStage(stage, answerOf)
  return said.answer?.card.isGood && !isCompared(state, stage)
    ? { ...said, said: plainSaid.comparing }
    : said
}

/** Null for a place whose answer came with nothing, or whose answer is not known. */
function stageOf(ref: TurnRef, stages: ReadonlyMap<string, Stage>): Stage | null {
  if (ref === null || ref === 'undecided') return null
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

function isCompared({ compared }: Pick<TabState, 'compared'>, stage: Stage | null): boolean {
  return stage?.at === 'judged' && entryOf(compared, stage.digest) !== undefined
}

/**
 * The first of the weakest: a conversation is worth no more than that. One that failed counts wherever it is.
 */
function weakestOf<Answer extends Described>(
  turns: readonly SaidAnswer<Answer>[],
  unplaced: readonly SaidAnswer<Answer>[],
): TabView<Answer>['weakest'] {
  const found = weakestIn(turns, ({ said }) => weaknessOf(said))
  const failed = unplaced.find(({ said }) => said.state === 'failed')
  if (found?.said.state !== 'failed' && failed) return { said: failed.said, at: null }
  return found ? { said: found.said, at: turns.indexOf(found) } : null
}

/** The first of the weakest. */
export function weakestIn<Member>(
  members: readonly Member[],
  weakness: (member: Member) => number,
): Member | null {
  let weakest: Member | null = null
  let least = Number.POSITIVE_INFINITY
  for (const member of members) {
    const own = weakness(member)
    if (own >= least) continue
    weakest = member
    least = own
  }
  return weakest
}

/** The lower, the weaker; nothing that needs a look stands behind what looks calm, or what is not over. */
export function weaknessOf(said: Pick<Said, 'state' | 'tone'>): number {
  const state = finalState(said)
  if (state === null) return 2 * answerStates.length
  return answerStates.indexOf(state) + (isCalm(said) ? answerStates.length : 0)
}

function finalState({ state }: Pick<Said, 'state'>): AnswerState | null {
  return state === 'writing' || state === 'comparing' ? null : state
}
