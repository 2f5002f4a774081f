import type { AnswerCard } from '../../answer/answer-card.ts'
import type { TurnList } from '../link/turns-link.ts'
import type { RefusedMessage } from '../../messages/bridge-messages.ts'

/**
 * What is known of the badges of a page. Nothing here is of the page itself: a turn is whatever the driver
 * knows it by, and is in here only while it stands in the page.
 */
export interface BadgeState<Turn> {
  /** Judged answers that came to this page since it was loaded, by digest. */
  readonly arrivals: Map<string, Arrival>
  /** When a response began to come, by the number of its exchange. */
  readonly openings: Map<number, OpenedAt>
  /** Exchanges that came whole and are not judged yet. A text that begins after the moment beside the exchange came of something else. */
  readonly awaited: Map<number, number>
  /** Which receipt each turn came with, by the number of its life. */
  readonly broughtBy: Map<number, string>
  /** Words that were written here without a receipt: whose they are cannot be told by them. */
  readonly unsigned: Map<string, true>
  /** Words of answers that came to this page without a receipt. */
  readonly receiptless: Map<string, true>
  /** The words so far of answers on their way, by exchange. */
  readonly growing: Map<number, string>
  /** Exchanges that are over, with the look after which they were: nothing is told of them as if they were on their way. */
  readonly ended: Map<number, Ended>
  /** Refusals that wait for their place, by exchange. */
  readonly refusals: Map<number, RefusedMessage>
  /** Which badge stands beside which turn. */
  readonly standing: Map<Turn, Stands>
  /** An answer begins to come, and is not told of yet. */
  isComing: boolean
  /** Moment of the newest act of the page's user. */
  acted: number
  /** Turns beside which a badge has a place and says nothing yet. */
  readonly reserved: Set<Turn>
  /** How often a badge was put back where the page took it away. */
  readonly returns: Map<Turn, number>
  /** The reading that the background compared last, by digest. */
  readonly compared: Map<string, string>
  /** The reading of each turn for which a kept answer was looked up. */
  readonly asked: Map<Turn, string>
  /** What the background was last told of the turns. */
  listed: TurnList | null
}

export interface OpenedAt {
  /** Number of the look. */
  readonly look: number
  readonly moment: number
  /** Several messages waited for their words, and the response did not name its own. */
  readonly isOneOfSeveral: boolean
}

interface Ended {
  readonly at: number
  readonly with: 'receipt' | 'nothing'
}

/** An answer that came to this page since it was loaded, and was judged. */
export interface Arrival {
  /** The signed words, and the words that are left once a page has drawn them. The answer is found by these words. */
  readonly words: string
  readonly drawn: readonly string[]
  /** Id of the message in the page, where the transport names it. */
  readonly place: string | null
  readonly card: AnswerCard
  /** Number of the look in which it began to come: no text is its own that changed last before. */
  readonly opened: number
  /** Moment in which it began to come. */
  readonly began: number
  /** Moment after which whatever begins came of something else. */
  readonly until: number
  /** How it stood in its turn last, by which it is known again; null while it stands nowhere yet. */
  readonly stood: Stood | null
}

interface Stood {
  /** The page's name of the message. */
  readonly name: string | null
  readonly words: string
  readonly reading: string
  /** Words before it. */
  readonly before: string
}

/** The badge beside one turn. */
export interface Stands {
  /** The reading of the turn beside the badge; null if the badge stays whatever becomes of the turn. */
  readonly reading: string | null
  /** The badge stands beside this turn for want of a better turn. */
  readonly isGuess: boolean
  /** Digest of the receipt; null without a receipt. */
  readonly digest: string | null
  /** Number of the exchange that brought it; null for what was found by its words. */
  readonly exchange: number | null
  /** With a receipt: how the answer was found, and what the background was told of it. */
  readonly found?: AnswerCard['found']
  readonly told?: Pick<Stood, 'reading' | 'name' | 'before'>
}

/** Whether a badge stands beside what this exchange brought. */
export function isPlaced<Turn>({ standing }: BadgeState<Turn>, id: number): boolean {
  for (const { exchange } of standing.values()) if (exchange === id) return true
  return false
}

export function emptyBadges<Turn>(): BadgeState<Turn> {
  return {
    arrivals: new Map(),
    openings: new Map(),
    awaited: new Map(),
    broughtBy: new Map(),
    unsigned: new Map(),
    receiptless: new Map(),
    growing: new Map(),
    ended: new Map(),
    refusals: new Map(),
    standing: new Map(),
    isComing: false,
    acted: -Infinity,
    reserved: new Set(),
    returns: new Map(),
    compared: new Map(),
    asked: new Map(),
    listed: null,
  }
}
