import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { FormatError } from '#shared/errors.ts'

// Every message between worlds. Whatever comes from a page is the page's: it is parsed on arrival.

const Id = Type.Integer({ minimum: 0 })
/** Most text of one message; a longer piece is cut by whoever sends it. */
const partLimit = 256 * 1024

const FromPageSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('open'),
    id: Id,
    url: Type.String({ maxLength: 4096 }),
    /** Text of the request's body; null where the page sent none that can be read. */
    request: Type.Union([Type.String({ maxLength: 8 * 1024 * 1024 }), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('part'), id: Id, text: Type.String({ maxLength: partLimit }) }),
  Type.Object({ kind: Type.Literal('close'), id: Id }),
])

/** What the hook in the page tells of one response; none of it is believed. */
export type FromPage = Type.Static<typeof FromPageSchema>

/** @throws {FormatError} SVC_MALFORMED */
export function parseFromPage(message: unknown): FromPage {
  return checkShape(message, {
    schema: FromPageSchema,
    code: 'SVC_MALFORMED',
    name: 'the message of the page',
  })
}

/** How a badge looks; the words were chosen from a verdict, and nothing in the page can change it. */
export interface BadgeView {
  readonly tone: 'good' | 'promise' | 'warn' | 'bad'
  readonly label: string
  readonly detail: string
}

/** To the content script: where to draw what; `text` is what was answered. */
export interface JudgedMessage {
  readonly kind: 'judged'
  readonly id: number
  readonly text: string
  readonly view: BadgeView
}

/** A response is over: with something to draw, or with nothing to say about it. */
export type ToPage = JudgedMessage | { readonly kind: 'nothing'; readonly id: number }

const RequestSchema = Type.Union([
  Type.Object({ kind: Type.Literal('list-answers'), origin: Type.String() }),
  Type.Object({ kind: Type.Literal('add-gateway'), url: Type.String({ maxLength: 2048 }) }),
  Type.Object({ kind: Type.Literal('list-gateways') }),
  Type.Object({ kind: Type.Literal('enable-site'), origin: Type.String({ maxLength: 2048 }) }),
  Type.Object({ kind: Type.Literal('disable-site'), origin: Type.String({ maxLength: 2048 }) }),
  Type.Object({ kind: Type.Literal('list-sites') }),
  Type.Object({ kind: Type.Literal('set-development'), on: Type.Boolean() }),
])

/** What the extension's own pages ask of the background. */
export type PopupRequest = Type.Static<typeof RequestSchema>

/** @returns null for anything that is no such request */
export function parsePopupRequest(message: unknown): PopupRequest | null {
  try {
    return checkShape(message, {
      schema: RequestSchema,
      code: 'SVC_MALFORMED',
      name: 'the request',
    })
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}
