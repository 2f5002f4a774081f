import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import type { AnswerCard } from '../answer/answer-card.ts'

// From the content script itself, on the port `place`. The page cannot write to it, but what it reads in
// the page is the page's.

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const ShownText = Type.String({ maxLength: 1024 * 1024 })

const MessageId = Type.Union([Type.String({ maxLength: 128 }), Type.Null()])

const FromPlacesSchema = Type.Union([
  /** Which kept answer of this site stands there? For texts that did not come in this page-load. */
  Type.Object({
    kind: Type.Literal('look'),
    ref: Type.Integer({ minimum: 0 }),
    text: ShownText,
    /** The page's own name of the message, where it has one that may be relied on. */
    messageId: MessageId,
    /** Whether one that only has these words may be told. */
    byWords: Type.Boolean(),
  }),
  /** Was this text signed with that answer? */
  Type.Object({
    kind: Type.Literal('compare'),
    ref: Type.Integer({ minimum: 0 }),
    text: ShownText,
    digest: Digest,
  }),
  /** A badge stands beside this text, so that the text can be compared, and found again. */
  Type.Object({
    kind: Type.Literal('shown'),
    digest: Digest,
    text: ShownText,
    messageId: MessageId,
    /** How it was found that the text is this answer. */
    found: Type.Union([
      Type.Literal('came-here'),
      Type.Literal('by-name'),
      Type.Literal('by-words'),
    ]),
    /** The front-end tells its own server what it receives straight from a gateway. */
    tellsServer: Type.Boolean(),
  }),
  /** The page's answers from top to bottom: by receipt, else by the number of the exchange; null for neither. `undecided`: several receipts have its words. */
  Type.Object({
    kind: Type.Literal('turns'),
    turns: Type.Array(
      Type.Union([Digest, Type.Integer({ minimum: 0 }), Type.Literal('undecided'), Type.Null()]),
      { maxItems: 1000 },
    ),
    /** Id of the front-end. */
    frontend: Type.String({ maxLength: 64 }),
    /** Whether receipts reach the pages of this front-end at all. */
    receipts: Type.Union([Type.Literal('arrive'), Type.Literal('none')]),
  }),
  /** The user asked in the card for the answer's own page. */
  Type.Object({
    kind: Type.Literal('open-answer'),
    digest: Digest,
    disclose: Type.Union([Type.Literal('prompt'), Type.Literal('response'), Type.Null()]),
  }),
])

export type FromPlaces = Type.Static<typeof FromPlacesSchema>

/** @throws {FormatError} SVC_MALFORMED */
export function parseFromPlaces(message: unknown): FromPlaces {
  return checkShape(message, {
    schema: FromPlacesSchema,
    code: 'SVC_MALFORMED',
    name: 'the message of the content script',
  })
}

export type ToPlaces =
  /** Its `shown` is about the text that was asked for. `undecided`: several answers have it, which differ. */
  | {
      readonly kind: 'found'
      readonly ref: number
      readonly card: AnswerCard | 'undecided' | null
    }
  /** What is now said about an answer, since its badge stands beside this text. */
  | { readonly kind: 'card'; readonly card: AnswerCard; readonly text: string }
