import { createMessageAssembler } from '../commitment/assemble-message.ts'
import {
  type ChoicesAsked,
  checkCompletion,
  continuesFirstChoice,
} from '../commitment/check-choices.ts'
import { createChunkReader, type StreamPart } from '../commitment/read-chunks.ts'
import { withoutObfuscation } from '../svc/obfuscation.ts'
import { unsignedMembers } from '../svc/unsigned-members.ts'
import { FormatError } from '../errors.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'
import { shownText } from './shown-text.ts'
import type { ApiDialect, StreamedAnswer, StreamedPart, StreamForm } from './api-dialect.ts'

export const chatStream: StreamForm = {
  end: 'done-mark',
  isFirst: (data) => 'choices' in data,
  read: (asked, decodeUtf8) => readChat(asked, decodeUtf8),
}

/** `/v1/chat/completions`: the messages, and the message of the first choice. */
export const chatDialect: ApiDialect = {
  id: 'chat',
  prompt: { kind: 'member', name: 'messages' },
  isAnswer: (value) => 'choices' in value,
  answerValue(answer, asked) {
    return checkCompletion(answer, asked)
  },
  unsigned: (answer) => unsignedMembers(withoutSvc(answer)),
  stream: chatStream,
}

function readChat(
  asked: ChoicesAsked,
  decodeUtf8: ((bytes: Uint8Array) => string) | undefined,
): StreamedAnswer {
  const reader = createChunkReader({ asked, ...(decodeUtf8 === undefined ? {} : { decodeUtf8 }) })
  const assembler = createMessageAssembler()

  function take(part: StreamPart): StreamedPart {
    if (part.kind === 'error') return { kind: 'error', data: part.chunk }
    if (part.kind !== 'chunk') return part
    const { chunk } = part
    if (isOfAnother(chunk)) throw new FormatError('SSE_MALFORMED', completionProblems.twoDialects)
    const wasFinished = assembler.finished()
    if (wasFinished && continuesFirstChoice(chunk)) {
      throw new FormatError('SSE_MALFORMED', completionProblems.moreOfFinished)
    }
    assembler.push(chunk)
    return {
      kind: 'part',
      data: chunk,
      svc: chunk['svc'],
      isLast: assembler.finished() && !wasFinished,
      unsigned: unsignedMembers(withoutObfuscation(withoutSvc(chunk))),
    }
  }

  return {
    read: (event) => take(reader.read(event)),
    readUnended: (event) => take(reader.readUnended(event)),
    value: () => assembler.message(),
    text: () => shownText(assembler.message()),
  }
}

/** Clients of another dialect would show what stands in it. */
function isOfAnother({ type }: JsonObject): boolean {
  return typeof type === 'string' && /^(?:message_|content_block_|response\.)/.test(type)
}

function withoutSvc({ svc: _svc, ...others }: JsonObject): JsonObject {
  return others
}
