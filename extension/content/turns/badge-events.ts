import type { BadgeContent } from '../badge/badge-content.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type {
  JudgedMessage,
  NothingMessage,
  RefusedMessage,
} from '../../messages/bridge-messages.ts'
import type { Frontend } from '../../frontend.ts'
import type { FoundCard, ShownReport } from '../link/place-link.ts'
import type { LookedUpText } from '../../messages/place-messages.ts'
import type { TurnList } from '../link/turns-link.ts'
import type { Sought } from './find-turn.ts'
import type { Life } from './turn-life.ts'

/** What happened, in the page or in the background. */
export type BadgeEvent<Turn> =
  /** An answer begins to come to the page; `opened` says so once more, maybe after the page drew the answer. */
  | { readonly kind: 'coming' }
  /** A response began to come to the page. `place`: id of the message in the page, where the transport names it. */
  | { readonly kind: 'opened'; readonly id: number; readonly place?: string | null }
  /** All of it came to the page; it may not be judged for a while. */
  | { readonly kind: 'closed'; readonly id: number }
  | { readonly kind: 'writing'; readonly id: number; readonly text: string }
  | JudgedMessage
  | RefusedMessage
  | NothingMessage
  /** The page's user did something that a text may come of. */
  | { readonly kind: 'acted' }
  /** The page drew words in a turn, which the browser has not laid out yet. */
  | { readonly kind: 'came'; readonly turn: Turn }
  /** These may show another text than a moment ago. */
  | { readonly kind: 'touched'; readonly turns: readonly Turn[] }
  /** All turns were looked at. */
  | { readonly kind: 'looked' }
  /** After a look, when what was known already has been answered. */
  | { readonly kind: 'list' }
  /** The words about an answer, now that its badge stands beside this text. */
  | { readonly kind: 'card'; readonly card: AnswerCard; readonly text: string }
  | { readonly kind: 'answered'; readonly asked: Asked<Turn>; readonly card: FoundCard }

/** The turn that a question was about. */
interface Asked<Turn> {
  readonly turn: Turn
  readonly text: string
}

/** An effect to perform; the reducer itself does nothing. */
export type BadgeEffect<Turn> =
  /** Gives a badge its place; nobody sees the badge yet. @param content what is likely to be said */
  | { readonly kind: 'reserve'; readonly turn: Turn; readonly content: BadgeContent }
  /** Shows the content in the badge that is there, or in a new badge. */
  | { readonly kind: 'show'; readonly turn: Turn; readonly content: BadgeContent }
  /** The page took the badge away, or moved it. */
  | { readonly kind: 'put back'; readonly turn: Turn }
  | { readonly kind: 'remove'; readonly turn: Turn }
  /** The name of its message stands for its text. */
  | { readonly kind: 'settle name'; readonly turn: Turn }
  | { readonly kind: 'send list'; readonly list: TurnList }
  | { readonly kind: 'send shown'; readonly message: ShownReport }
  | { readonly kind: 'ask'; readonly question: LookedUpText; readonly asked: Asked<Turn> }
  /** A look at the page, after a moment. */
  | { readonly kind: 'look' }

/** The page as it is at this moment: what is read of it, and nothing that changes it. */
export interface PageView<Turn> {
  readonly frontend: () => Pick<Frontend, 'id' | 'receipts' | 'turnsAre' | 'tellsItsServer'>
  /** The turns of the newest look, from top to bottom. */
  turns(): readonly Turn[]
  /** The same turns, from top to bottom. */
  readonly inOrder: (turns: readonly Turn[]) => readonly Turn[]
  /** The one turn that shows a text, of those that may. */
  find(sought: Sought, isCandidate: (turn: Turn) => boolean): Turn | null
  /** The words by which a text is found, and the reading by which it is compared. */
  readonly wordsIn: (turn: Turn) => string
  readonly readingIn: (turn: Turn) => string
  readonly isConnected: (turn: Turn) => boolean
  /** The turn has a place for a badge. */
  readonly hasPlace: (turn: Turn) => boolean
  /** The turn has something drawn in it. */
  readonly isDrawn: (turn: Turn) => boolean
  /** The badge is where it was put. */
  readonly isInPlace: (turn: Turn) => boolean
  lifeOf(turn: Turn): Life | undefined
  /** Not one that was written here: what that came of is known, or it is not. */
  mayBeFound(turn: Turn): boolean
  /** The page's own name of the message, where it stood for this text alone. */
  nameOf(turn: Turn): string | null
  /** Words of what stands before it. */
  beforeIn(turn: Turn): string
  /** Blocks that were not written here, and those around them, on a page whose turns are blocks. */
  blocks(): readonly Turn[]
  readonly holds: (turn: Turn, other: Turn) => boolean
  /** An answer is on its way that the page may still draw. */
  readonly isAwaiting: () => boolean
  /** No other turn has the same words. */
  isOnly(turn: Turn): boolean
  /** Number of the newest look. */
  readonly now: () => number
  /** Number of the oldest look in which the page can have shown what is told to come just now. */
  readonly openingLook: () => number
  /** Counts each change of the page and each act of its user. */
  readonly moment: () => number
}
