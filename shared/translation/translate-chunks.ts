import type { JsonObject } from '../json/parse-json-object.ts'
import { createChatSteps } from './chat-answer.ts'
import type { DialectEvent, Translation } from './translation.ts'

/** The chunks of a chat's stream → events of the dialect, as text. */
export interface TranslatedChunks {
  /** A chunk that was checked. @throws {FormatError} COMPLETION_MALFORMED */
  push(chunk: JsonObject): readonly string[]
  end(): readonly string[]
}

export function translateChunks(translation: Translation, request: JsonObject): TranslatedChunks {
  const steps = createChatSteps()
  const translator = translation.streamFromChat(request)
  let hasBegun = false

  return {
    push(chunk) {
      const told = steps.push(chunk)
      const begun = hasBegun ? [] : translator.begin(steps.facts())
      hasBegun = true
      return [...begun, ...told.flatMap((step) => translator.step(step))].map(eventText)
    },
    end() {
      const facts = steps.facts()
      // Without its end a stream stays without the event that says so: it is found to be incomplete.
      if (facts.finish === '') return []
      const last = steps.end().flatMap((step) => translator.step(step))
      return [...last, ...translator.end(facts)].map(eventText)
    },
  }
}

function eventText(event: DialectEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
