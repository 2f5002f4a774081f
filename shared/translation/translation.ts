import type { JsonObject } from '../json/parse-json-object.ts'
import type { ChatAnswer, ChatFacts, ChatStep } from './chat-answer.ts'

/** Told of each member of a request that is left out, and might have made another answer: `messages[].content[].thinking`. */
export type LeaveOut = (member: string) => void

/** A dialect in terms of chat completions: pure functions, both ways. */
export interface Translation {
  /**
   * The request, but for the model's name at the upstream.
   * @throws {UnsupportedMember} for what chat cannot say without loss
   */
  readonly toChat: (request: JsonObject, leaveOut: LeaveOut) => JsonObject
  readonly fromChat: (answer: ChatAnswer, request: JsonObject) => JsonObject
  readonly streamFromChat: (request: JsonObject) => StreamTranslator
}

/** An event of a stream; its name is its `type`. */
export interface DialectEvent {
  readonly type: string
  readonly [member: string]: unknown
}

export interface StreamTranslator {
  /** @param facts of the first chunk; called once, before any step */
  begin(facts: ChatFacts): readonly DialectEvent[]
  step(step: ChatStep): readonly DialectEvent[]
  /** @param facts all that was said beside the words */
  end(facts: ChatFacts): readonly DialectEvent[]
}
