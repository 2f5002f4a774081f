import { withoutObfuscation } from '../svc/obfuscation.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import type { FormatError } from '../errors.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { Json } from '../canonical-json.ts'
import type { StreamedAnswer, StreamedPart } from './api-dialect.ts'
import {
  growBlock,
  knownMessageNames,
  refuseOtherWords,
  type GrowingBlock,
} from './message-blocks.ts'
import { readOneLine } from './one-line-event.ts'
import { shownText } from './shown-text.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import { unendedEvent } from '../sse/unended-event.ts'
import * as messageProblems from '../words/english/formats/message-problems.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'

/** What an event of each type may say, beside its type. */
const membersByType: Readonly<Record<string, readonly string[]>> = {
  message_start: ['message'],
  content_block_start: ['index', 'content_block'],
  content_block_delta: ['index', 'delta'],
  content_block_stop: ['index'],
  message_delta: ['delta', 'usage'],
  message_stop: ['svc'],
  ping: [],
}

/**
 * Reads the events of one message. They come in one order: its start, block after block, its end; an event
 * that is not known, is out of order, or says more than its type has, is refused.
 */
export function readMessageStream(decodeUtf8?: (bytes: Uint8Array) => string): StreamedAnswer {
  const blocks: JsonObject[] = []
  let open: GrowingBlock | null = null
  /** All text of deltas, as programs print it that take nothing else. */
  let printed = ''
  let state = 'before' as 'before' | 'within' | 'ended'

  function take(event: Uint8Array): StreamedPart {
    const { name, data } = readOneLine(event, decodeUtf8)
    if (data === null) return { kind: 'nothing' }
    if (data === 'done') {
      if (state !== 'ended') throw malformedAnswer(messageProblems.endedEarly)
      return { kind: 'done' }
    }
    const { type, error } = data
    if (type === 'error' || name === 'error' || isGiven(error)) return { kind: 'error', data }
    if (typeof type !== 'string' || name !== type) {
      throw malformedAnswer(messageProblems.eventName)
    }
    refuseOtherWords(data, membersOf(type))
    const isLast = type !== 'ping' && step(type, data)
    return {
      kind: 'part',
      data,
      svc: data['svc'],
      isLast,
      unsigned: unsignedOf(type, withoutObfuscation(data)),
    }
  }

  /** @returns whether the message is complete */
  function step(type: string, data: JsonObject): boolean {
    if (state === 'ended') throw malformedAnswer(completionProblems.afterEnd)
    if ((type === 'message_start') !== (state === 'before')) {
      throw malformedAnswer(messageProblems.beginsOnce)
    }
    switch (type) {
      case 'message_start':
        checkStart(data['message'])
        state = 'within'
        return false
      case 'content_block_start':
        if (open !== null || data['index'] !== blocks.length) throw outOfOrder()
        open = growBlock(objectIn(data['content_block']))
        return false
      case 'content_block_delta': {
        if (open === null || data['index'] !== blocks.length) throw outOfOrder()
        const delta = objectIn(data['delta'])
        open.push(delta)
        printed += (delta['text'] ?? '') as string
        return false
      }
      case 'content_block_stop':
        if (open === null || data['index'] !== blocks.length) throw outOfOrder()
        blocks.push(open.value())
        open = null
        return false
      case 'message_delta':
        if (open !== null) throw outOfOrder()
        checkDelta(data['delta'])
        return false
      default:
        if (open !== null || !['', shownText(blocks)].includes(printed)) throw outOfOrder()
        state = 'ended'
        return true
    }
  }

  return {
    read: take,
    readUnended(event) {
      const part = take(event)
      if (part.kind === 'nothing') return part
      throw unendedEvent()
    },
    value: () => (state === 'ended' ? blocks : null),
    text: () => (state === 'ended' ? shownText(blocks) : printed),
  }
}

function membersOf(type: string): readonly string[] {
  const own = Object.hasOwn(membersByType, type) ? membersByType[type] : undefined
  if (own === undefined) throw malformedAnswer(messageProblems.eventType)
  return own
}

/** What is said of a message beside its content, by the names that it has in a whole one. */
function unsignedOf(type: string, data: JsonObject): readonly string[] {
  const names = (value: Json | undefined) =>
    isJsonObject(value) ? Object.keys(value).filter((name) => name !== 'content') : []
  switch (type) {
    case 'message_start':
      return names(data['message'])
    case 'message_delta': {
      const others = Object.keys(data).filter((name) => !['type', 'delta'].includes(name))
      return [...names(data['delta']), ...others]
    }
    default:
      return []
  }
}

function checkStart(message: Json | undefined): void {
  const { role, content } = objectIn(message)
  if (role !== 'assistant') throw malformedAnswer(messageProblems.noAssistant)
  const isEmpty = !isGiven(content) || (Array.isArray(content) && content.length === 0)
  if (!isEmpty) throw malformedAnswer(messageProblems.beginsWithContent)
}

function checkDelta(delta: Json | undefined): void {
  const end = objectIn(delta)
  refuseOtherWords(end, [])
  if (isGiven(end['role'])) throw outOfOrder()
}

function objectIn(value: Json | undefined): JsonObject {
  if (!isJsonObject(value)) throw malformedAnswer(messageProblems.partNoObject)
  refuseLookalikes(value, knownMessageNames)
  return value
}

function outOfOrder(): FormatError {
  return malformedAnswer(messageProblems.blockOrder)
}
