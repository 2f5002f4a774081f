import type {
  FromHook,
  HookMessage,
  TakeProgress,
  TakeoverRule,
  ToHook,
} from '../messages/hook-messages.ts'
import { listenTo, NativeMap, NativePromise, postTo } from './natives.ts'
import { waitForAnswer } from './wait-for-answer.ts'

/** The hook's end of the private channel to this extension's content script. */
export interface HookChannel {
  /** One counter for everything that this page sends and receives. */
  readonly nextId: () => number
  readonly send: (message: HookMessage) => void
  /** What is told of a response, from when it looks like an answer. */
  readonly observe: (message: FromHook) => void
  /** Null until the content script has told them. */
  rules(): readonly TakeoverRule[] | null
  whenRules(): Promise<readonly TakeoverRule[]>
  /** Hears what becomes of one taken request. */
  follow(id: number, hear: (progress: TakeProgress) => void): void
  forget(id: number): void
}

/** @param gone called once, when the extension is switched off here or everywhere */
export function openHookChannel(port: MessagePort, gone: () => void): HookChannel {
  let lastId = 0
  let rules: readonly TakeoverRule[] | null = null
  let tellRules: (rules: readonly TakeoverRule[]) => void
  const firstRules = new NativePromise<readonly TakeoverRule[]>((resolve) => {
    tellRules = resolve
  })
  const followers = new NativeMap<number, (progress: TakeProgress) => void>()

  function take(next: readonly TakeoverRule[]): void {
    rules = next
    tellRules(next)
  }

  listenTo(port, 'message', ({ data }: MessageEvent<ToHook>) => {
    switch (data.kind) {
      case 'rules':
        return take(data.rules)
      case 'gone':
        for (const [id, hear] of followers) hear({ kind: 'broken', id })
        take([])
        return gone()
      case 'pass':
      case 'head':
      case 'event':
      case 'end':
      case 'broken':
        return followers.get(data.id)?.(data)
    }
  })
  port.start()

  const send = (message: HookMessage) => postTo(port, message)
  return {
    nextId: () => (lastId += 1),
    send,
    observe: waitForAnswer(send),
    rules: () => rules,
    whenRules: () => firstRules,
    follow: (id, hear) => void followers.set(id, hear),
    forget: (id) => void followers.delete(id),
  }
}
