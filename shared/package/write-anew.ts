import { joinBytes, parseUtf8 } from '../bytes/bytes.ts'
import { createChunkReader } from '../commitment/read-chunks.ts'
import type { OpenedEvent } from '../e2ee/e2ee-client.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import type { AnswerCall } from './answer-call.ts'

/**
 * An answer of chat that was verified, in the words in which it was asked.
 * @param bytes as they came
 * @throws {FormatError} COMPLETION_MALFORMED for what cannot be said so
 */
export function writeAnew(
  bytes: Uint8Array,
  { delivery, writer }: Pick<AnswerCall, 'delivery' | 'writer'>,
  svcText: string,
): string | Uint8Array {
  if (delivery === 'buffered') return writer.whole(parseUtf8(bytes), svcText)
  const reader = createChunkReader({ asked: 1 })
  const stream = writer.stream()
  const events = splitSseEvents(bytes).events.flatMap((event): readonly OpenedEvent[] => {
    const part = reader.read(event)
    return stream.write({ bytes: event, chunk: part.kind === 'chunk' ? part.chunk : null })
  })
  return joinBytes([...events, ...stream.end([], svcText)].map(({ bytes: each }) => each))
}
