import { linkTurns, type TurnList } from './turns-link.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { FromPlaces, ToPlaces } from '../../messages/place-messages.ts'
import { setBounded } from '#shared/bytes/set-bounded.ts'

export interface PlaceLink {
  send(message: FromPlaces): void
  /** How the page's answers stand. */
  list(list: TurnList): void
  /** Beside which text a badge stands; the answer is what is now said about it. */
  shown(message: ShownReport): void
  /** Which kept answer of this site stands there, or whether it is the one named; asked once for each question. */
  ask(question: Question, found: (card: FoundCard) => void): void
  /** The same over a new port: of a page that was put aside the browser closed it, and forgot what it told. */
  readonly listAgain: () => void
  /** An answer came to be kept: texts that had none are asked for again. */
  renew(): void
}

export type ShownReport = Extract<FromPlaces, { kind: 'shown' }>
type Look = Omit<Extract<FromPlaces, { kind: 'look' }>, 'ref'>
type Compare = Omit<Extract<FromPlaces, { kind: 'compare' }>, 'ref'>
export type Question = Look | Compare
export type FoundCard = Extract<ToPlaces, { kind: 'found' }>['card']

/** Texts whose answer is remembered, and questions that may be open at a time. */
const mostRemembered = 500
const mostOpen = 8

/** The way from the badges to the background, which may be stopped and started at any moment. */
export function linkPlaces(updated: (card: AnswerCard, text: string) => void): PlaceLink {
  /** By the question, as JSON. */
  const remembered = new Map<string, FoundCard>()
  const waiting = new Map<string, ((card: FoundCard) => void)[]>()
  const open = new Map<number, string>()
  /** Questions whose answer may be out of date by the time that it comes. */
  let doubtful: ReadonlySet<number> = new Set()
  /** Not answered yet, by digest; those that were told twice are let go. */
  const unanswered = new Map<string, ShownReport>()
  let lastRef = 0
  let port: chrome.runtime.Port | null = null
  const turns = linkTurns(send)

  function connect(): chrome.runtime.Port | null {
    if (!chrome.runtime?.id) return null
    const opened = chrome.runtime.connect({ name: 'place' })
    opened.onMessage.addListener((message: ToPlaces) => {
      switch (message.kind) {
        case 'found':
          return found(message.ref, message.card)
        case 'listed':
          return turns.heard(message)
        case 'card':
          answer(unanswered, message)
          return updated(message.card, message.text)
      }
    })
    opened.onDisconnect.addListener(() => lose(opened))
    return opened
  }

  function lose(lost: chrome.runtime.Port | null): void {
    if (port === lost) port = null
    // The questions are asked again with the next one, or by the next look at the page.
    open.clear()
    for (const message of takeAll(unanswered)) send(message)
    turns.lost()
  }

  function send(message: FromPlaces): void {
    port ??= connect()
    port?.postMessage(message)
  }

  function found(ref: number, card: FoundCard): void {
    const question = open.get(ref)
    open.delete(ref)
    if (question === undefined) return
    if (doubtful.has(ref)) return askNext()
    setBounded(remembered, mostRemembered, [question, card])
    for (const tell of take(waiting, question) ?? []) tell(card)
    askNext()
  }

  function askNext(): void {
    const asked = new Set(open.values())
    for (const question of waiting.keys()) {
      if (open.size >= mostOpen) return
      if (asked.has(question)) continue
      lastRef += 1
      open.set(lastRef, question)
      send({ ...(JSON.parse(question) as Question), ref: lastRef })
    }
  }

  return {
    send,
    list: (list) => turns.tell(list),
    listAgain() {
      port?.disconnect()
      lose(port)
      turns.again()
    },
    renew() {
      doubtful = new Set(open.keys())
      remembered.clear()
    },
    shown(message) {
      unanswered.set(message.digest, message)
      send(message)
    },
    ask(question, tell) {
      const key = JSON.stringify(question)
      const known = remembered.get(key)
      if (known !== undefined) return tell(known)
      waiting.set(key, [...(waiting.get(key) ?? []), tell])
      askNext()
    },
  }
}

function answer(
  unanswered: Map<string, ShownReport>,
  { card: { digest }, text }: Extract<ToPlaces, { kind: 'card' }>,
): void {
  if (unanswered.get(digest)?.text === text) unanswered.delete(digest)
}

function takeAll<Value>(waiting: Map<unknown, Value>): readonly Value[] {
  const all = [...waiting.values()]
  waiting.clear()
  return all
}

function take<Key, Value>(from: Map<Key, Value>, key: Key): Value | undefined {
  const value = from.get(key)
  from.delete(key)
  return value
}
