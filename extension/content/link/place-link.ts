import { linkTurns, type TurnList } from './turns-link.ts'
import type { AnswerCard } from '../../answer/answer-card.ts'
import type { FromPlaces, LookedUpText, ToPlaces } from '../../messages/place-messages.ts'

export interface PlaceLink {
  send(message: FromPlaces): void
  /** How the page's answers stand. */
  list(list: TurnList): void
  /** Tells the background which text a badge stands beside; the background answers with what it now says about this text. */
  shown(message: ShownReport): void
  /** Which kept answer of this site stands there. */
  ask(question: LookedUpText, found: (card: FoundCard) => void): void
  /** Tells everything again over a new port: the browser closed the old port when it put the page aside. */
  readonly listAgain: () => void
}

export type ShownReport = Extract<FromPlaces, { kind: 'shown' }>
type Look = Extract<FromPlaces, { kind: 'look' }>
export type FoundCard = Extract<ToPlaces, { kind: 'found' }>['cards'][number]

/** Texts of one message. */
const mostTexts = 100

interface Asked {
  readonly question: LookedUpText
  readonly found: (card: FoundCard) => void
}

/** The way from the badges to the background, which may be stopped and started at any moment. */
export function linkPlaces(updated: (card: AnswerCard, text: string) => void): PlaceLink {
  /** Asked in this moment, and those that are not answered yet, by the number of their message. */
  let asking: Asked[] = []
  const open = new Map<number, readonly Asked[]>()
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
          return found(message.ref, message.cards)
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
    const questions = takeAll(open).flat()
    for (const message of takeAll(unanswered)) send(message)
    turns.lost()
    for (const asked of questions) ask(asked)
  }

  function send(message: FromPlaces): void {
    port ??= connect()
    port?.postMessage(message)
  }

  function found(ref: number, cards: readonly FoundCard[]): void {
    const all = open.get(ref) ?? []
    open.delete(ref)
    all.forEach((each, at) => each.found(cards[at] ?? null))
  }

  /** One message carries all questions of the same moment. */
  function ask(asked: Asked): void {
    if (asking.length === 0) queueMicrotask(sendAsked)
    asking.push(asked)
  }

  function sendAsked(): void {
    const all = asking
    asking = []
    for (let from = 0; from < all.length; from += mostTexts) {
      const some = all.slice(from, from + mostTexts)
      lastRef += 1
      open.set(lastRef, some)
      const look: Look = { kind: 'look', ref: lastRef, texts: some.map(({ question }) => question) }
      send(look)
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
    shown(message) {
      unanswered.set(message.digest, message)
      send(message)
    },
    ask: (question, tell) => ask({ question, found: tell }),
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
