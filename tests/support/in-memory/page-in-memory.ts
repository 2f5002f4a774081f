import { AsyncLocalStorage } from 'node:async_hooks'
import type { placePort } from '../../../extension/background/record/place-port.ts'
import { linkPlaces, type PlaceLink } from '../../../extension/content/link/place-link.ts'
import type { FromPlaces, ToPlaces } from '../../../extension/messages/place-messages.ts'

// The content script of a page without a browser: what it tells goes to a background in the same process.

interface PageInMemory {
  readonly link: PlaceLink
  /** The background is being stopped: what is on its way to it, or back, is lost. */
  cut(): void
  /** The page sees that it was. */
  lose(): void
  /** Until all was taken in: what is refused is told again, behind the first of two questions. */
  settle(): Promise<void>
}

interface Where {
  readonly origin: string
  readonly tabId: number
  /** What the background does with a new port. */
  readonly connected: (port: Parameters<typeof placePort>[0]) => void
}

/** Connects the page that speaks: each has a `chrome` of its own, and here one stands for all. */
const speaker = new AsyncLocalStorage<() => unknown>()

/** @returns the page; `chrome` has to be stubbed. */
export function openPageInMemory(where: Where): PageInMemory {
  let port: ReturnType<typeof openPort> | null = null
  const connect = () => {
    port = openPort(where)
    return port.content
  }
  Object.assign((globalThis as unknown as { chrome: object }).chrome, {
    runtime: { id: 'an extension', connect: () => speaker.getStore()?.() },
  })
  const speak = <Result>(say: () => Result): Result => speaker.run(connect, say)
  const link = linkPlaces(() => {})
  let asked = 0
  const ask = () => {
    asked += 1
    const text = `No such text, asked for the ${asked}th time.`
    const question = { text, before: '', messageId: null, by: 'words' } as const
    return new Promise((resolve) => {
      speak(() => link.ask(question, resolve))
    })
  }
  return {
    link: {
      ...link,
      list: (list) => speak(() => link.list(list)),
      shown: (report) => speak(() => link.shown(report)),
    },
    cut: () => port?.cut(),
    lose: () => speak(() => port?.lose()),
    async settle() {
      await ask()
      await ask()
    },
  }
}

function openPort({ origin, tabId, connected }: Where) {
  const toBackground = listeners<FromPlaces>()
  const toContent = listeners<ToPlaces>()
  const left = listeners<void>()
  const lost = listeners<void>()
  let isOpen = true
  const background = {
    sender: { origin, tab: { id: tabId }, frameId: 0 },
    postMessage: (message: ToPlaces) => isOpen && toContent.tell(structuredClone(message)),
    onMessage: toBackground,
    onDisconnect: left,
  }
  connected(background as unknown as Parameters<Where['connected']>[0])
  return {
    content: {
      postMessage(message: FromPlaces) {
        const sent = structuredClone(message)
        setImmediate(() => isOpen && toBackground.tell(sent))
      },
      onMessage: toContent,
      onDisconnect: lost,
    },
    cut() {
      isOpen = false
      left.tell()
    },
    lose: () => lost.tell(),
  }
}

function listeners<Message>() {
  const all: ((message: Message) => void)[] = []
  return {
    addListener: (listener: (message: Message) => void) => void all.push(listener),
    tell: (message: Message) => {
      for (const each of all) each(message)
    },
  }
}
