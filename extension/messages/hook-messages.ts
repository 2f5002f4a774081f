import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { partLimit, requestLimit, urlLimit } from '../page/limits.ts'

// From the page's own world, through the content script, to the background. Whatever comes from a page is
// the page's: it is parsed on arrival, and ids and labels in it are hints.

const Id = Type.Integer({ minimum: 0 })

const FromHookSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('open'),
    id: Id,
    url: Type.String({ maxLength: urlLimit }),
    /** Text of the request's body; null where the page sent none that can be read, or one that is too long. */
    request: Type.Union([Type.String({ maxLength: requestLimit }), Type.Null()]),
    /** Id of the message in the page, where the transport names it: then its parts are lines of what frames told. */
    place: Type.Union([Type.String({ maxLength: 128 }), Type.Null()]),
  }),
  Type.Object({ kind: Type.Literal('part'), id: Id, text: Type.String({ maxLength: partLimit }) }),
  Type.Object({ kind: Type.Literal('close'), id: Id }),
])

/** What the hook in the page tells of one response. */
export type FromHook = Type.Static<typeof FromHookSchema>

/** @throws {FormatError} SVC_MALFORMED */
export function parseFromHook(message: unknown): FromHook {
  return checkShape(message, FromHookSchema, 'the message of the page', 'SVC_MALFORMED')
}

const EncryptRequestSchema = Type.Object({
  kind: Type.Literal('encrypt'),
  id: Id,
  url: Type.String({ maxLength: urlLimit }),
  /** Value of the page's own `Authorization`, or null. */
  authorization: Type.Union([Type.String({ maxLength: 4096 }), Type.Null()]),
  /** Text of the request's body; null where it cannot be read as text. */
  request: Type.Union([Type.String({ maxLength: requestLimit }), Type.Null()]),
  /** Bytes of a body that is too long to be passed on, as far as it was looked at; else null. */
  tooLong: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
})

/** A request that the page made to a gateway, for the background to encrypt. */
export type EncryptRequest = Type.Static<typeof EncryptRequestSchema>

/** @throws {FormatError} SVC_MALFORMED */
export function parseEncryptRequest(message: unknown): EncryptRequest {
  return checkShape(message, EncryptRequestSchema, 'the request', 'SVC_MALFORMED')
}

/** How requests to one gateway are treated on this site; a gateway that is not named is left alone. */
export interface TakeoverRule {
  /** Regular expression of the addresses that lead to the gateway. */
  readonly addresses: string
  readonly takeover: 'possible' | 'always'
}

/** What becomes of a request that is encrypted, for the hook to answer the page with. */
export type EncryptProgress =
  /** The page sends it itself, in clear: the user chose `possible`, and encryption was not to be had. */
  | { readonly kind: 'pass'; readonly id: number }
  | {
      readonly kind: 'head'
      readonly id: number
      readonly status: number
      /** The type of the body, and headers of a gateway's refusal that tools act on. */
      readonly headers: Readonly<Record<string, string>>
    }
  /** One whole server-sent event, or the whole of a buffered body. */
  | { readonly kind: 'event'; readonly id: number; readonly text: string }
  | { readonly kind: 'end'; readonly id: number }
  /** It ends here, and not as it should have. */
  | { readonly kind: 'broken'; readonly id: number }
  /** Nothing was sent: the extension was updated or switched off everywhere while the page was open. */
  | { readonly kind: 'orphaned'; readonly id: number }

/** To the hook in the page. */
export type ToHook =
  | EncryptProgress
  | { readonly kind: 'rules'; readonly rules: readonly TakeoverRule[] }
  /** The extension was switched off here, or everywhere and had no rules here: the page gets its natives back. */
  | { readonly kind: 'gone' }

/** From the hook: about a response, or a request to take over, or that the page gave it up. */
export type HookMessage =
  | FromHook
  | EncryptRequest
  | { readonly kind: 'abort'; readonly id: number }
