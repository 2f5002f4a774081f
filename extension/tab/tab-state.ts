import type { RefusedView } from '#shared/judge/words/describe-refused.ts'
import type { AnswerCard, SentField } from '../answer/answer-card.ts'
import {
  emptyTable,
  entryOf,
  nearEntries,
  withEntry,
  withoutEntry,
  type AnswerTable,
} from './answer-table.ts'
import { isSameBrief, type BriefCard } from './brief-card.ts'

/**
 * What happened in one tab since its page was loaded: badge, toolbar, popup and side panel say what is here
 * and nothing else. Not a word of an answer, and no salt. It is kept as JSON over the worker's restarts.
 */
export interface TabState {
  readonly origin: string
  /** Which document it is: another one begins anew. */
  readonly page: string | null
  /** Answers that were seen on their way, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** How many were there before them that are remembered no longer. */
  readonly exchangesBefore: number
  /** The page's answers from top to bottom. */
  readonly turns: readonly TurnRef[]
  /** How many stood above them that are told of no longer. */
  readonly turnsBefore: number
  /** By digest. */
  readonly compared: AnswerTable<Compared>
  /** The last description of each kept answer, by digest: an answer is described again only after a change. */
  readonly described: AnswerTable<BriefCard>
  /** What left this device for the newest request; null where that is not known. */
  readonly sent: readonly SentField[] | null
  readonly frontend: string | null
  readonly receipts: 'arrive' | 'none'
}

/** Whether the text beside a badge is the text that was signed, and how the badge came there. */
interface Compared {
  readonly as: Exclude<AnswerCard['shown'], 'not-placed'>
  readonly found: AnswerCard['found']
}

interface Exchange {
  /** Of its frame and its number there. */
  readonly key: string
  readonly stage: Stage
}

/** How far an answer is. */
export type Stage =
  | { readonly at: 'writing' }
  /** It is over, and nothing came of it that could be judged. */
  | { readonly at: 'ended' }
  /** It failed, and no receipt came that could be kept. */
  | { readonly at: 'refused'; readonly said: RefusedView }
  /** Judged and kept under the digest of its receipt. */
  | { readonly at: 'judged'; readonly digest: string }

/** Which answer stands at one place of the page: by its receipt, or by its exchange; null for neither. */
export type TurnRef =
  | { readonly digest: string }
  /** Key of the exchange. */
  | { readonly exchange: string }
  /** Several receipts have its words. */
  | 'undecided'
  | null

export type TabEvent =
  /** A document began, or was come back to. */
  | { readonly kind: 'page'; readonly page: string }
  /** The worker started again: the page reports its answers again. */
  | { readonly kind: 'restarted' }
  | { readonly kind: 'stage'; readonly key: string; readonly stage: Stage }
  | ({ readonly kind: 'compared'; readonly digest: string } & Compared)
  /** What is said of it now; null for one that is kept no longer. */
  | { readonly kind: 'described'; readonly digest: string; readonly card: BriefCard | null }
  /** Null where it is not known. */
  | { readonly kind: 'sent'; readonly sent: TabState['sent'] }
  | ({ readonly kind: 'turns' } & Pick<TabState, 'turns' | 'turnsBefore' | 'frontend' | 'receipts'>)

/** Answers that are remembered of one page as they came; the oldest go first. */
const mostExchanges = 500
/** Entries beside each other in a table, from which on those are let go that nothing in the tab names. */
const mostNear = 32

export function emptyTab(origin: string): TabState {
  return {
    origin,
    page: null,
    exchanges: [],
    exchangesBefore: 0,
    turns: [],
    turnsBefore: 0,
    compared: emptyTable,
    described: emptyTable,
    sent: null,
    frontend: null,
    receipts: 'arrive',
  }
}

export function reduceTab(state: TabState, event: TabEvent): TabState {
  switch (event.kind) {
    case 'page':
      return state.page === event.page ? state : { ...emptyTab(state.origin), page: event.page }
    case 'restarted':
      return { ...state, exchanges: state.exchanges.map(interrupted) }
    case 'stage':
      return follow(state, event)
    case 'compared':
      return compare(state, event)
    case 'described':
      return describe(state, event)
    case 'sent':
      return { ...state, sent: event.sent }
    case 'turns': {
      const { turns, turnsBefore, frontend, receipts } = event
      return { ...state, turns, turnsBefore, frontend, receipts }
    }
  }
}

/**
 * A verdict is the last word of an answer, and of verdicts a failure: whatever is told again, as to a worker
 * that was started anew, brings nothing back to life. One that was given up may go on.
 */
function follow(state: TabState, { key, stage }: Exchange): TabState {
  const { exchanges } = state
  const known = exchanges.find((each) => each.key === key)
  if (known && rank[known.stage.at] > rank[stage.at]) return state
  // What nobody heard of while it was written, nobody asks for.
  if (!known && stage.at === 'ended') return state
  const next = known
    ? exchanges.map((each) => (each === known ? { key, stage } : each))
    : [...exchanges, { key, stage }]
  const gone = Math.max(0, next.length - mostExchanges)
  return {
    ...state,
    exchanges: gone === 0 ? next : next.slice(gone),
    exchangesBefore: state.exchangesBefore + gone,
  }
}

function interrupted(exchange: Exchange): Exchange {
  return exchange.stage.at === 'writing' ? { ...exchange, stage: { at: 'ended' } } : exchange
}

function compare(
  state: TabState,
  { digest, as, found }: Extract<TabEvent, { kind: 'compared' }>,
): TabState {
  const known = entryOf(state.compared, digest)
  if (known?.as === as && known.found === found) return state
  return { ...state, compared: remember(state, state.compared, digest, { as, found }) }
}

function describe(
  state: TabState,
  { digest, card }: Extract<TabEvent, { kind: 'described' }>,
): TabState {
  const known = entryOf(state.described, digest)
  if (card === null) {
    return known ? { ...state, described: withoutEntry(state.described, digest) } : state
  }
  if (known && isSameBrief(known, card)) return state
  return { ...state, described: remember(state, state.described, digest, card) }
}

function remember<Value>(
  state: TabState,
  known: AnswerTable<Value>,
  digest: string,
  value: Value,
): AnswerTable<Value> {
  const all = withEntry(known, digest, value)
  const near = Object.keys(nearEntries(all, digest))
  if (near.length <= mostNear) return all
  const named = new Set([digest, ...digestsIn(state)])
  return near.filter((each) => !named.has(each)).reduce(withoutEntry<Value>, all)
}

/** Digests of all answers that stand in it, or came to it. */
export function digestsIn({
  turns,
  exchanges,
}: Pick<TabState, 'turns' | 'exchanges'>): readonly string[] {
  const all = new Set<string>()
  for (const ref of turns) {
    if (ref !== null && ref !== 'undecided' && 'digest' in ref) all.add(ref.digest)
  }
  for (const { stage } of exchanges) if (stage.at === 'judged') all.add(stage.digest)
  return [...all]
}

const rank: Readonly<Record<Stage['at'], number>> = { writing: 0, ended: 0, judged: 1, refused: 2 }
