import type { Json } from '../canonical-json.ts'
import type { JsonObject } from '../json/parse-json-object.ts'

/** Follows an answer to its end: a valid receipt attests bytes, not that the answer is whole. */
export interface Completeness {
  /** A buffered answer, or one chunk of a stream. */
  see(body: JsonObject): void
  /** Whether every choice that was seen has finished, without an error. */
  isComplete(): boolean
}

/** Of PROTOCOL.md §9. */
export function createCompleteness(): Completeness {
  const finished = new Map<number, boolean>()
  let broken = false
  return {
    see(body) {
      if (body['error'] !== undefined && body['error'] !== null) broken = true
      const choices = Array.isArray(body['choices']) ? (body['choices'] as readonly Json[]) : []
      for (const [position, choice] of choices.entries()) {
        const { index, finish_reason: reason } = (choice ?? {}) as JsonObject
        const at = typeof index === 'number' ? index : position
        // Some servers write an empty one until it is over.
        if (typeof reason === 'string' && reason !== '') finished.set(at, true)
        else if (!finished.has(at)) finished.set(at, false)
      }
    },
    isComplete: () => !broken && finished.size > 0 && [...finished.values()].every(Boolean),
  }
}
