import type { Json } from '../canonical-json.ts'
import type { ChoicesAsked } from '../commitment/check-choices.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** A dialect of the API, by the last part of its path. */
export type DialectId = 'chat' | 'embeddings' | 'messages' | 'responses'

/**
 * What of a request `promptCommit` is to: the value of one member, or an object of several, in which a member
 * that the request does not have is null.
 */
export type PromptForm =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'object'; readonly names: readonly string[] }

/** What receipts cover of the requests and answers of one dialect, and where `svc` stands in them. */
export interface ApiDialect {
  readonly id: DialectId
  readonly prompt: PromptForm
  /** Whether a JSON object is an answer of this dialect, by its form alone. */
  readonly isAnswer: (value: JsonObject) => boolean
  /**
   * What `responseCommit` is to.
   * @param asked how many choices, or vectors, the request asks for
   * @throws {FormatError} COMPLETION_MALFORMED when programs could read the answer in two ways
   */
  readonly answerValue: (answer: JsonObject, asked: ChoicesAsked) => Json
  /** Names of its members that no signature covers, `svc` aside. */
  readonly unsigned: (answer: JsonObject) => readonly string[]
  /** Null where answers are never streamed. */
  readonly stream: StreamForm | null
}

/** How an answer of one dialect is streamed. */
export interface StreamForm {
  /** What says that a stream is whole: `[DONE]`, or its last event itself. */
  readonly end: 'done-mark' | 'last-event'
  /** Whether the first event with data in it is one of this dialect. */
  readonly isFirst: (data: JsonObject) => boolean
  /** @param decodeUtf8 throws when the bytes are not UTF-8 */
  readonly read: (asked: ChoicesAsked, decodeUtf8?: (bytes: Uint8Array) => string) => StreamedAnswer
}

/** One streamed answer while it is read, event by event, as every client reads it or not at all. */
export interface StreamedAnswer {
  /** @throws {FormatError} for what two readers could read in two ways: nothing of it may be shown */
  read(event: Uint8Array): StreamedPart
  /** The same for a last event without its blank line, which most readers drop. */
  readUnended(event: Uint8Array): StreamedPart
  /** What `responseCommit` is to, as far as it was read; null while there is nothing. */
  value(): Json
  /** What a reader sees of it so far (shown-text.ts), while it grows. */
  text(): string
}

/** What one event is to whoever reads an answer. */
export type StreamedPart =
  | {
      readonly kind: 'part'
      readonly data: JsonObject
      /** The `svc` in it, where it stands as the gateway puts it. */
      readonly svc: Json | undefined
      /** Whether the answer is complete with it: the event that gets `svc`. */
      readonly isLast: boolean
      readonly unsigned: readonly string[]
    }
  /** The stream broke off with an error of its own. */
  | { readonly kind: 'error'; readonly data: JsonObject }
  /** The mark behind the last event. */
  | { readonly kind: 'done' }
  /** A comment, or fields without data. */
  | { readonly kind: 'nothing' }
