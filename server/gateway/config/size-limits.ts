import type { JsonLimits } from '#shared/json/scan-json.ts'

/** Longest body of a chat request, in bytes; every other body is a few. */
export interface BodyLimits {
  readonly withKeyBytes: number
  readonly withoutKeyBytes: number
}

/** How much a chat request may hold. */
export interface RequestLimits extends JsonLimits {
  readonly messages: number
  /** Of one message. */
  readonly parts: number
}

/** How much a buffered answer of an upstream may be. */
export interface AnswerLimits extends JsonLimits {
  readonly bytes: number
}

export interface SizeLimits {
  readonly body: BodyLimits
  readonly request: RequestLimits
  readonly answer: AnswerLimits
}

/** Deepest that anything is read; serde_json, in many upstreams, refuses more than this. */
export const mostDepth = 128

export const defaultLimits: SizeLimits = {
  body: { withKeyBytes: 20 * 1024 * 1024, withoutKeyBytes: 2 * 1024 * 1024 },
  request: { messages: 10_000, parts: 1_000, values: 100_000, depth: mostDepth },
  answer: { bytes: 16 * 1024 * 1024, values: 200_000, depth: mostDepth },
}
