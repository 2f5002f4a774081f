import { canonicalJson, type Json } from '../canonical-json.ts'
import type { FormatError } from '../errors.ts'
import { isGiven, isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/parse-json-object.ts'
import { textEvents, type TextEvent } from './response-events.ts'
import { allPartTypes, partOfEvent, plainItem, textOfPart } from './response-items.ts'
import { shownText } from './shown-text.ts'
import { malformedAnswer } from '../commitment/malformed-answer.ts'
import * as messageProblems from '../words/english/formats/message-problems.ts'
import * as responseProblems from '../words/english/formats/response-problems.ts'

/** What the events of a response showed of its output. */
export interface ShownOutput {
  isEmpty(): boolean
  /** An event about an item. @throws {FormatError} COMPLETION_MALFORMED */
  push(data: JsonObject): void
  /** @throws {FormatError} COMPLETION_MALFORMED where it is not what was shown */
  checkFinal(output: readonly JsonObject[]): void
  /** What a reader sees of it so far. */
  text(): string
}

interface ShownItem {
  /** As it was announced. */
  readonly added: JsonObject
  /** By place: `content/0`, `summary/1`, `arguments`, `input`. */
  readonly texts: Map<string, string>
  /** Places whose text is said to be whole. */
  readonly whole: Set<string>
  /** Types of parts, by place, as they were announced or as their pieces say. */
  readonly types: Map<string, Json>
  readonly annotations: Map<string, Json[]>
  /** What else was said of it (of the item where the place is ''), which must be so in the end. */
  readonly said: (readonly [place: string, members: JsonObject])[]
  done: JsonObject | null
}

/** Members of events that somebody could show. */
const telling = [
  ['item', 'part', 'delta', 'text', 'refusal', 'arguments', 'input', 'annotation'],
  ['response', 'svc', 'choices', 'content', 'output', 'output_text'],
].flat()

export function createShownOutput(): ShownOutput {
  const items: ShownItem[] = []
  /** All pieces of text, as programs print them that take nothing else. */
  let printed = ''

  function open(data: JsonObject): ShownItem {
    const index = data['output_index']
    const item = typeof index === 'number' ? items[index] : undefined
    if (item === undefined || item.done !== null) throw malformedAnswer(responseProblems.itemOrder)
    const { item_id: id } = data
    if (isGiven(id) && isGiven(item.added['id']) && id !== item.added['id']) {
      throw malformedAnswer(responseProblems.otherItem)
    }
    return item
  }

  function add(data: JsonObject): void {
    refuseSurplus(data, 'item')
    const added = partOfEvent(data['item'])
    if (data['output_index'] !== items.length) throw malformedAnswer(responseProblems.itemOrder)
    const texts = new Map<string, string>()
    const said: ShownItem['said'] = [['', added]]
    for (const { place, text } of plainItem(added)) {
      if (text !== '') texts.set(place, text)
      said.push([place, partAt(added, place) ?? {}])
    }
    items.push({
      added,
      texts,
      whole: new Set(),
      types: new Map(),
      annotations: new Map(),
      said,
      done: null,
    })
  }

  function finish(data: JsonObject): void {
    refuseSurplus(data, 'item')
    const item = open(data)
    const done = partOfEvent(data['item'])
    checkItem(item, done)
    item.done = done
  }

  return {
    isEmpty: () => items.length === 0,
    push(data) {
      const { type } = data
      if (type === 'response.output_item.added') add(data)
      else if (type === 'response.output_item.done') finish(data)
      else {
        pushText(data, open(data))
        if (type === 'response.output_text.delta') printed += data['delta'] as string
      }
    },
    checkFinal(output) {
      if (output.length !== items.length || !['', shownText(output)].includes(printed))
        throw notAsShown()
      for (const [index, item] of items.entries()) {
        const final = output[index] as JsonObject
        checkItem(item, final)
        if (item.done !== null && visible(item.done) !== visible(final)) throw notAsShown()
      }
    },
    text: () => printed,
  }
}

function pushText(data: JsonObject, item: ShownItem): void {
  const { type: name } = data
  const kind = typeof name === 'string' ? textEvents[name] : undefined
  if (kind === undefined) throw malformedAnswer(responseProblems.eventType)
  const { place: list, member, says, itemType, partType } = kind
  refuseSurplus(data, member)
  if (itemType !== null && item.added['type'] !== itemType) throw notAsShown()
  const place = placeOf(list, data)
  if (item.whole.has(place) && says !== 'annotates' && !(says === 'all' && member === 'part')) {
    throw notAsShown()
  }
  // Some programs call what is named with the arguments.
  if (isGiven(data['name'])) item.said.push(['', { name: data['name'] }])
  const part = member === 'part' ? partOfEvent(data['part']) : null
  if (part !== null) item.said.push([place, part])
  const type = part === null ? partType : (part['type'] ?? null)
  if (type !== null) {
    if ((item.types.get(place) ?? type) !== type) throw notAsShown()
    item.types.set(place, type)
  }
  if (says === 'annotates') {
    const known = item.annotations.get(place) ?? []
    known.push(data[member] ?? null)
    item.annotations.set(place, known)
    return
  }
  const text = part === null ? textIn(data[member]) : textOfPart(part, allPartTypes)
  const before = item.texts.get(place) ?? ''
  if (says === 'begins' && before !== '') throw notAsShown()
  if (says === 'all') {
    // Servers that send no pieces say all of it once.
    if (before !== '' && before !== text) throw notAsShown()
    item.whole.add(place)
  }
  item.texts.set(place, says === 'more' ? before + text : text)
}

function placeOf(list: TextEvent['place'], data: JsonObject): string {
  if (list === 'arguments' || list === 'input') return list
  const index = data[list === 'content' ? 'content_index' : 'summary_index']
  if (typeof index !== 'number') throw malformedAnswer(responseProblems.itemOrder)
  return `${list}/${index}`
}

/** Whether an item, done or final, is what was shown of it. */
function checkItem(shown: ShownItem, item: JsonObject): void {
  const texts = new Map(plainItem(item).map(({ place, text }) => [place, text]))
  for (const place of new Set([...texts.keys(), ...shown.texts.keys()])) {
    if ((texts.get(place) ?? '') !== (shown.texts.get(place) ?? '')) throw notAsShown()
  }
  for (const [place, type] of shown.types) {
    if (partAt(item, place)?.['type'] !== type) throw notAsShown()
  }
  for (const [place, annotations] of shown.annotations) {
    if (canonicalJson(partAt(item, place)?.['annotations'] ?? []) !== canonicalJson(annotations)) {
      throw notAsShown()
    }
  }
  for (const [place, members] of shown.said) {
    const final = partAt(item, place)
    for (const [name, value] of Object.entries(members)) {
      const isOpen = compared.includes(name) || hidden.includes(name) || isEmpty(value)
      if (!isOpen && canonicalJson(value) !== canonicalJson(final?.[name] ?? null))
        throw notAsShown()
    }
  }
}

/** Compared as texts and parts; of a part's `logprobs` nothing is shown. */
const compared = ['content', 'summary', 'arguments', 'input', 'text', 'refusal', 'logprobs']
/** Nobody shows them, and they change while an item grows. */
const hidden: readonly string[] = ['status', 'encrypted_content']

function partAt(item: JsonObject, place: string): JsonObject | undefined {
  if (place === '') return item
  const [list = '', index = ''] = place.split('/')
  const parts = item[list]
  const part = Array.isArray(parts) ? (parts as readonly Json[])[Number(index)] : undefined
  return isJsonObject(part) ? part : undefined
}

/** An item without what nobody shows, and without members that say nothing. */
function visible(item: JsonObject): string {
  return canonicalJson(withoutEmpty(item, [...hidden, 'id']))
}

function withoutEmpty(value: Json, left: readonly string[]): Json {
  if (Array.isArray(value)) {
    return (value as readonly Json[]).map((each) => withoutEmpty(each, ['logprobs']))
  }
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => !left.includes(name) && !isEmpty(each))
      .map(([name, each]) => [name, withoutEmpty(each, ['logprobs'])]),
  )
}

function isEmpty(value: Json): boolean {
  if (value === null || value === '') return true
  return Array.isArray(value) && value.length === 0
}

/** @param own the member that an event of its type has @throws {FormatError} COMPLETION_MALFORMED */
export function refuseSurplus(data: JsonObject, own: string): void {
  if (telling.some((name) => name !== own && isGiven(data[name]))) {
    throw malformedAnswer(messageProblems.eventMember)
  }
}

function textIn(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw notAsShown()
}

function notAsShown(): FormatError {
  return malformedAnswer(responseProblems.shownOther)
}
