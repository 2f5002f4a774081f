import type {
  FromHook,
  HookMessage,
  EncryptProgress,
  TakeoverRule,
  ToHook,
} from '../messages/hook-messages.ts'
import { isHeard, tellComing } from './handshake.ts'
import {
  listenTo,
  matches,
  nativeClearInterval,
  NativeMap,
  NativePromise,
  NativeRegExp,
  nativeSetInterval,
  postTo,
} from './natives.ts'
import { waitForAnswer } from './wait-for-answer.ts'

type Takeover = TakeoverRule['takeover']

/** The hook's end of the private channel to this extension's content script. */
export interface HookChannel {
  /** One counter for everything that this page sends and receives. */
  readonly nextId: () => number
  readonly send: (message: HookMessage) => void
  /** What is told of a response, from when it looks like an answer. */
  readonly observe: (message: FromHook) => void
  /** How requests to this address are treated; null for one that leads to no gateway, and before `ruled`. */
  takeoverOf(href: string): Takeover | null
  /** Resolves when the content script has told the rules, since the page was loaded or come back to. */
  ruled(): Promise<unknown>
  /** Whether anybody is there to hear what is sent. */
  isHeard(): boolean
  /** How many requests are taken over at this moment. */
  following(): number
  /** Hears what becomes of one request that is encrypted. */
  follow(id: number, hear: (progress: EncryptProgress) => void): void
  forget(id: number): void
}

/** Milliseconds between two checks that somebody still listens to the requests that were taken over. */
const lookMs = 1_000

/** @param gone called once, when the page is to have its natives back */
export function openHookChannel(port: MessagePort, gone: () => void): HookChannel {
  let lastId = 0
  let rules: readonly { readonly addresses: RegExp; readonly takeover: Takeover }[] = []
  let tellRuled = () => {}
  let ruled = untilRuled()
  const followers = new NativeMap<number, (progress: EncryptProgress) => void>()
  let looking = 0

  /** Nobody else would end them. */
  function lookWhoHears(): void {
    if (followers.size > 0 && isHeard(window)) return
    nativeClearInterval(looking)
    looking = 0
    for (const [id, hear] of followers) hear({ kind: 'broken', id })
  }

  function untilRuled(): Promise<void> {
    return new NativePromise((resolve) => {
      tellRuled = resolve
    })
  }

  // A page that is come back to was told nothing meanwhile; the content script asks anew.
  listenTo(window, 'pageshow', ({ persisted, isTrusted }: PageTransitionEvent) => {
    if (persisted && isTrusted) ruled = untilRuled()
  })

  function rule(next: readonly TakeoverRule[]): void {
    rules = next.map(({ addresses, takeover }) => ({
      addresses: new NativeRegExp(addresses),
      takeover,
    }))
    tellRuled()
  }

  listenTo(port, 'message', ({ data }: MessageEvent<ToHook>) => {
    switch (data.kind) {
      case 'rules':
        return rule(data.rules)
      case 'gone':
        for (const [id, hear] of followers) hear({ kind: 'broken', id })
        rule([])
        return gone()
      case 'pass':
      case 'head':
      case 'event':
      case 'end':
      case 'broken':
      case 'orphaned':
        return followers.get(data.id)?.(data)
    }
  })
  port.start()

  const send = (message: HookMessage) => postTo(port, message)
  return {
    nextId: () => (lastId += 1),
    send,
    observe: waitForAnswer((message) => {
      if (message.kind === 'open') tellComing(window)
      send(message)
    }),
    takeoverOf(href) {
      const rule = rules.find(({ addresses }) => matches(addresses, href))
      return rule?.takeover ?? null
    },
    ruled: () => ruled,
    following: () => followers.size,
    isHeard: () => isHeard(window),
    follow(id, hear) {
      followers.set(id, hear)
      if (looking === 0) looking = nativeSetInterval(lookWhoHears, lookMs)
    },
    forget: (id) => void followers.delete(id),
  }
}
