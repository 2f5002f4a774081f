import { parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import type { Json } from '../canonical-json.ts'
import { isOtherChoice } from '../commitment/check-choices.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import { spliceSvcIntoEvent, spliceSvcIntoJson } from '../svc/splice-svc.ts'
import type { ExchangeRefused } from './exchange-refused.ts'

/** How an answer that was opened, a chat's, is written for whoever asked. */
export interface AnswerWriter {
  /**
   * A buffered one.
   * @param text JSON text in clear
   * @throws {FormatError} COMPLETION_MALFORMED for what cannot be said so
   */
  whole(text: string, svcText: string | null): string
  stream(): StreamWriter
  /** The last event of a stream that is refused. */
  refusal(refused: ExchangeRefused): Uint8Array
}

/** One stream while it is written. */
export interface StreamWriter {
  /** What of an event leaves now. @throws {FormatError} COMPLETION_MALFORMED */
  write(event: OpenedEvent): readonly OpenedEvent[]
  /** The events that waited for the verdict, with `svc` in the one that completes the answer. */
  end(held: readonly OpenedEvent[], svcText: string | null): readonly OpenedEvent[]
}

/** As the chat that it is. */
export const chatWriter: AnswerWriter = {
  whole: (text, svcText) =>
    svcText === null ? text : parseUtf8(spliceSvcIntoJson(utf8ToBytes(text), svcText)),
  stream: () => ({ write: (event) => [event], end: withSvc }),
  refusal: ({ body }) => utf8ToBytes(`data: ${body}\n\n`),
}

/** `svc` stands where gateways put it: in the event in which the first choice finishes. */
function withSvc(events: readonly OpenedEvent[], svcText: string | null): readonly OpenedEvent[] {
  const isFirst = (index: Json | undefined) => !isOtherChoice(index)
  const place = events.findIndex((event) => finishes(event, isFirst))
  if (svcText === null) return events
  return events.map((event, index) =>
    index === place ? { ...event, bytes: spliceSvcIntoEvent(event.bytes, svcText) } : event,
  )
}

/** Whether a choice of such an index finishes in it. */
export function finishes(
  { chunk }: OpenedEvent,
  isMeant: (index: Json | undefined) => boolean,
): boolean {
  const choices = Array.isArray(chunk?.['choices']) ? (chunk['choices'] as readonly Json[]) : []
  return choices.some((choice) => {
    const { index, finish_reason: reason } = isJsonObject(choice) ? choice : {}
    return typeof reason === 'string' && reason !== '' && isMeant(index)
  })
}
