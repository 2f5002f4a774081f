import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { mostTurns } from './most-turns.ts'
import type { AnswerCard } from '../answer/answer-card.ts'

// From the content script itself, on the port `place`. The page cannot write to it, but what it reads in
// the page is the page's.

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const ShownText = Type.String({ maxLength: 1024 * 1024 })

const WordsBefore = Type.String({ maxLength: 2_000 })
const MessageId = Type.Union([Type.String({ maxLength: 128 }), Type.Null()])

/** By receipt, else by the number of the exchange; null for neither. `undecided`: several receipts have its words. */
const Turn = Type.Union([
  Digest,
  Type.Integer({ minimum: 0 }),
  Type.Literal('undecided'),
  Type.Null(),
])

export type ListedTurn = Type.Static<typeof Turn>

const LookedUp = Type.Object({
  text: ShownText,
  /** Words before it. */
  before: WordsBefore,
  /** The page's own name of the message, where it has one that may be relied on. */
  messageId: MessageId,
  /** How the answer may be found: in this way, or in a way named before it. */
  by: Type.Union([Type.Literal('name'), Type.Literal('place'), Type.Literal('words')]),
})

/** One text of a page, for which a kept answer is looked up. */
export type LookedUpText = Type.Static<typeof LookedUp>

const FromPlacesSchema = Type.Union([
  /** Which kept answers of this site stand there? For texts that did not come in this page-load. */
  Type.Object({
    kind: Type.Literal('look'),
    ref: Type.Integer({ minimum: 0 }),
    texts: Type.Array(LookedUp, { maxItems: 100 }),
  }),
  /** A badge stands beside this text, so that the text can be compared, and found again. */
  Type.Object({
    kind: Type.Literal('shown'),
    digest: Digest,
    text: ShownText,
    before: WordsBefore,
    messageId: MessageId,
    /** How it was found that the text is this answer. */
    found: Type.Union([
      Type.Literal('came-here'),
      Type.Literal('by-place'),
      Type.Literal('by-words'),
    ]),
    /** The front-end tells its own server what it receives straight from a gateway. */
    tellsServer: Type.Boolean(),
  }),
  /**
   * How the page's answers stand otherwise than it was told before: some are told of no longer at the top,
   * and from one of the others on so many are gone, and these came.
   */
  Type.Object({
    kind: Type.Literal('turns'),
    /** One more than that of the message before it; with 0 all of them are told. */
    seq: Type.Integer({ minimum: 0 }),
    dropped: Type.Integer({ minimum: 0, maximum: mostTurns }),
    from: Type.Integer({ minimum: 0, maximum: mostTurns }),
    gone: Type.Integer({ minimum: 0, maximum: mostTurns }),
    turns: Type.Array(Turn, { maxItems: mostTurns }),
    /** Id of the front-end. */
    frontend: Type.String({ maxLength: 64 }),
    /** Whether receipts reach the pages of this front-end at all. */
    receipts: Type.Union([Type.Literal('arrive'), Type.Literal('none')]),
  }),
  /** The user asked in the card for the answer's own page. */
  Type.Object({
    kind: Type.Literal('open-answer'),
    digest: Digest,
    /** All of it, its check on the gateway's page, its signed words, or a side to disclose. */
    show: Type.Union([
      Type.Literal('all'),
      Type.Literal('check'),
      Type.Literal('signed'),
      Type.Literal('prompt'),
      Type.Literal('response'),
    ]),
  }),
])

export type FromPlaces = Type.Static<typeof FromPlacesSchema>

/** @throws {FormatError} SVC_MALFORMED */
export function parseFromPlaces(message: unknown): FromPlaces {
  return checkShape(message, FromPlacesSchema, 'the message of the content script', 'SVC_MALFORMED')
}

export type ToPlaces =
  /** For each text in its order; `shown` is about that text. `undecided`: several answers have it, which differ. */
  | {
      readonly kind: 'found'
      readonly ref: number
      readonly cards: readonly (AnswerCard | 'undecided' | null)[]
    }
  /** That list was taken in; where it was not, all of it is to be told again. */
  | { readonly kind: 'listed'; readonly seq: number; readonly isTaken: boolean }
  /** What is now said about an answer, since its badge stands beside this text. */
  | { readonly kind: 'card'; readonly card: AnswerCard; readonly text: string }
