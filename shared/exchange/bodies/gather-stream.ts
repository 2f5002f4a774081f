import { utf8ToBytes } from '../../bytes/bytes.ts'
import type { Json } from '../../canonical-json.ts'
import { createMessageAssembler } from '../../commitment/assemble-message.ts'
import { listIn, objectIn } from '../../commitment/check-choices.ts'
import type { AnswerOpener, OpenedEvent } from '../../e2ee/e2ee-client.ts'
import { followRelayedStream } from '../../e2ee/relayed-answer.ts'
import { FormatError } from '../../errors.ts'
import type { JsonObject } from '../../json/parse-json-object.ts'
import { createMarkedBodyReader } from '../../body-relay/marked-body-reader.ts'
import { eventData } from '../../sse/read-event.ts'
import * as exchangeErrors from '../../words/english/errors/exchange-errors.ts'
import { clearOpener } from './clear-opener.ts'
import type { SealedBody } from './sealed-body.ts'

/**
 * Reads an answer whole that comes as a stream, however it was asked: what its chunks bring is put together. A stream that does
 * not come to its `[DONE]` is an answer in which nothing has finished.
 */
export function gatherStream(opener: AnswerOpener): Pick<SealedBody, 'read' | 'opener'> {
  let cameInClear: readonly string[] = []
  const { form } = opener
  return {
    read() {
      const reader = createMarkedBodyReader()
      const answer = followRelayedStream(opener)
      const whole = createWholeAnswer()
      let isDone = false

      function take({ bytes, chunk }: OpenedEvent): void {
        if (chunk !== null) whole.push(chunk)
        else if (eventData(bytes) === '[DONE]') isDone = true
      }

      return {
        open(piece) {
          for (const event of answer.push(reader.open(piece))) take(event)
          return new Uint8Array()
        },
        end() {
          const { events, opened, ...end } = answer.end()
          for (const event of events) take(event)
          if (!opened) throw new FormatError('E2EE_MALFORMED', exchangeErrors.eventNotOpened)
          cameInClear = end.cameInClear
          return { ...reader.end(), rest: utf8ToBytes(JSON.stringify(whole.end(isDone))) }
        },
      }
    },
    opener: { ...clearOpener(opener), form: { ...form, clearIn: () => cameInClear } },
  }
}

/** The members of chunks, put together as those of one completion. */
function createWholeAnswer() {
  let members: JsonObject = {}
  const choices = new Map<number, ReturnType<typeof createChoice>>()

  return {
    /** @throws {FormatError} COMPLETION_MALFORMED */
    push({ choices: pieces, ...more }: JsonObject): void {
      members = { ...members, ...more }
      for (const [position, piece] of listIn(pieces, 'choices').entries()) {
        const choice = objectIn(piece, 'choices')
        const { index } = choice
        const at = typeof index === 'number' ? index : position
        const known = choices.get(at) ?? createChoice()
        choices.set(at, known)
        known.push(choice)
      }
    },
    end: (isDone: boolean): JsonObject => ({
      ...members,
      object: 'chat.completion',
      choices: [...choices]
        .toSorted(([one], [other]) => one - other)
        .map(([index, choice]) => ({ index, ...choice.end(isDone) })),
    }),
  }
}

function createChoice() {
  const assembler = createMessageAssembler()
  let reason: Json = null
  return {
    push(choice: JsonObject): void {
      assembler.push({ choices: [{ ...choice, index: 0 }] })
      reason = choice['finish_reason'] ?? reason
    },
    end: (isDone: boolean) => ({
      message: assembler.message(),
      finish_reason: isDone ? reason : null,
    }),
  }
}
