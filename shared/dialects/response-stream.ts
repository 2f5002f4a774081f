import type { Json } from '../canonical-json.ts'
import { refuseLookalikes } from '../commitment/check-choices.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import type { StreamedAnswer, StreamedPart } from './api-dialect.ts'
import { readOneLine } from './one-line-event.ts'
import { knownResponseNames, partOfEvent } from './response-items.ts'
import { createShownOutput, refuseSurplus } from './shown-output.ts'
import { shownText } from './shown-text.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import { unendedEvent } from '../sse/unended-event.ts'
import * as responseProblems from '../words/english/formats/response-problems.ts'
import * as completionProblems from '../words/english/formats/completion-problems.ts'

/**
 * Reads the events of one response. What they showed must be what the final `output` says; an event that is not
 * known, is out of order, or says more than its type has, is refused.
 * @param outputOf what is committed to of the final response
 */
export function readResponseStream(
  outputOf: (response: JsonObject) => Json,
  decodeUtf8?: (bytes: Uint8Array) => string,
): StreamedAnswer {
  const shown = createShownOutput()
  let output: Json = null
  let id: Json | undefined
  const checkHead = createHeadCheck()

  function take(event: Uint8Array): StreamedPart {
    const { name, data } = readOneLine(event, decodeUtf8)
    if (data === null) return { kind: 'nothing' }
    if (data === 'done') {
      if (output === null) throw malformedAnswer(responseProblems.endedEarly)
      return { kind: 'done' }
    }
    const { type, error } = data
    if (type === 'error' || type === 'response.failed' || name === 'error' || isGiven(error)) {
      return { kind: 'error', data: errorOf(data) }
    }
    checkHead(name, data)
    if (output !== null) throw malformedAnswer(completionProblems.afterEnd)
    switch (type) {
      case 'keepalive':
        refuseSurplus(data, '')
        return part(data, [])
      case 'response.created':
      case 'response.queued':
      case 'response.in_progress': {
        const response = responseOf(data)
        begin(response)
        return part(data, unsignedOf(response))
      }
      case 'response.completed':
      case 'response.incomplete': {
        const response = responseOf(data)
        same(response['id'])
        if (response['status'] !== type.slice('response.'.length)) {
          throw malformedAnswer(responseProblems.status)
        }
        const final = outputOf(response)
        shown.checkFinal(final as readonly JsonObject[])
        output = final
        return { ...part(data, unsignedOf(response)), svc: response['svc'], isLast: true }
      }
      default:
        if (id === undefined) throw malformedAnswer(responseProblems.begins)
        shown.push(data)
        return part(data, [])
    }
  }

  function begin(response: JsonObject): void {
    same(response['id'])
    const { output: before, output_text: text } = response
    const isEmpty = !isGiven(before) || (Array.isArray(before) && before.length === 0)
    if (!isEmpty || (isGiven(text) && text !== '') || isGiven(response['svc'])) {
      throw malformedAnswer(responseProblems.beginsWithOutput)
    }
    if (!shown.isEmpty()) throw malformedAnswer(responseProblems.outputFirst)
  }

  function same(sent: Json | undefined): void {
    if (typeof sent !== 'string') throw malformedAnswer(responseProblems.noId)
    id ??= sent
    if (id !== sent) throw malformedAnswer(responseProblems.idChanges)
  }

  return {
    read: take,
    readUnended(event) {
      const read = take(event)
      if (read.kind === 'nothing') return read
      throw unendedEvent()
    },
    value: () => output,
    text: () => (output === null ? shown.text() : shownText(output)),
  }
}

/** What the events of one stream have in common: how they are named and numbered. */
function createHeadCheck(): (name: string, data: JsonObject) => void {
  let sequence = -1
  let isNamed: boolean | null = null
  // Some programs go by the name of an event, most by its type alone.
  return (name, data) => {
    refuseLookalikes(data, knownResponseNames)
    const { type, sequence_number: number } = data
    if (typeof type !== 'string') throw malformedAnswer(responseProblems.noType)
    isNamed ??= name !== ''
    if (name !== (isNamed ? type : '')) throw malformedAnswer(responseProblems.eventName)
    if (!isGiven(number)) return
    if (typeof number !== 'number' || number <= sequence)
      throw malformedAnswer(responseProblems.eventOrder)
    sequence = number
  }
}

function part(data: JsonObject, unsigned: readonly string[]): StreamedPart & { kind: 'part' } {
  return { kind: 'part', data, svc: undefined, isLast: false, unsigned }
}

function responseOf(data: JsonObject): JsonObject {
  refuseSurplus(data, 'response')
  return partOfEvent(data['response'])
}

function unsignedOf(response: JsonObject): readonly string[] {
  return Object.keys(response).filter((name) => !['output', 'svc'].includes(name))
}

/** A failure has its error within the response. */
function errorOf(data: JsonObject): JsonObject {
  const { response } = data
  return isJsonObject(response) && isJsonObject(response['error'])
    ? { error: response['error'] }
    : data
}
