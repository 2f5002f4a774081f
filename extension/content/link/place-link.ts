import type { AnswerCard } from '../../answer/answer-card.ts'
import type {
  FromPlaces,
  ListedTurn,
  LookedUpText,
  ToPlaces,
} from '../../messages/place-messages.ts'

export interface PlaceLink {
  send(message: FromPlaces): void
  /** How the page's answers stand. */
  list(list: TurnList): void
  /** Beside which text a badge stands; the answer is what is now said about it. */
  shown(message: ShownReport): void
  /** Which kept answer of this site stands there. */
  ask(question: LookedUpText, found: (card: FoundCard) => void): void
  /** The same over a new port: of a page that was put aside the browser closed it, and forgot what it told. */
  readonly listAgain: () => void
}

/** How the page's answers stand: all of them, from top to bottom. */
export interface TurnList extends Pick<TurnsMessage, 'frontend' | 'receipts'> {
  readonly turns: readonly ListedTurn[]
}

type TurnsMessage = Extract<FromPlaces, { kind: 'turns' }>
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
  let list: TurnList | null = null
  /** Lists that were told, and not taken in yet. */
  let unheard = 0

  function connect(): chrome.runtime.Port | null {
    if (!chrome.runtime?.id) return null
    const opened = chrome.runtime.connect({ name: 'place' })
    opened.onMessage.addListener((message: ToPlaces) => {
      switch (message.kind) {
        case 'found':
          return found(message.ref, message.cards)
        case 'listed':
          unheard = Math.max(0, unheard - 1)
          return
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
    if (unheard > 0) tellList()
    // Told twice: one that hears nothing then is not told again by itself.
    unheard = 0
    for (const asked of questions) ask(asked)
  }

  function send(message: FromPlaces): void {
    port ??= connect()
    port?.postMessage(message)
  }

  function tellList(): void {
    if (list === null) return
    unheard += 1
    send({ kind: 'turns', ...list, turns: [...list.turns] })
  }
  function found(ref: number, cards: readonly FoundCard[]): void {
    const all = open.get(ref) ?? []
    open.delete(ref)
    all.forEach((each, at) => each.found(cards[at] ?? null))
  }

  /** In one message with whatever is asked in the same moment. */
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
    list(next) {
      list = next
      tellList()
    },
    listAgain() {
      port?.disconnect()
      lose(port)
      tellList()
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
