import type { FromHook, HookMessage, EncryptRequest } from '../../messages/hook-messages.ts'
import { mostEncrypting, partLimit } from '../../page/limits.ts'

interface Gate {
  /** A message of the page's world; whatever is not of a known form is dropped. */
  pass(message: unknown): void
}

interface Beyond {
  readonly observed: (message: FromHook) => void
  /** @param over called when it ended, however it did */
  readonly encrypt: (request: EncryptRequest, over: () => void) => { abort(): void }
  readonly refuse: (id: number) => void
}

/** Stands between the page's world and the background: only known forms pass, and only so many. */
export function openGate({ observed, encrypt, refuse }: Beyond): Gate {
  const requests = new Map<number, { abort(): void }>()

  return {
    pass(message) {
      const known = readMessage(message)
      switch (known?.kind) {
        case undefined:
          return
        case 'encrypt':
          if (requests.size >= mostEncrypting || requests.has(known.id)) return refuse(known.id)
          return void requests.set(
            known.id,
            encrypt(known, () => requests.delete(known.id)),
          )
        case 'abort':
          requests.get(known.id)?.abort()
          return void requests.delete(known.id)
        case 'open':
        case 'part':
        case 'close':
          return observed(known)
      }
    },
  }
}

/** A message is read by hand: a parser would be most of this script, and the background parses the message again. */
function readMessage(message: unknown): HookMessage | null {
  if (typeof message !== 'object' || message === null) return null
  const { kind, id, text, url } = message as Readonly<Record<string, unknown>>
  if (!Number.isInteger(id)) return null
  switch (kind) {
    case 'open':
    case 'encrypt':
      return typeof url === 'string' ? (message as HookMessage) : null
    case 'part':
      return typeof text === 'string' && text.length <= partLimit ? (message as HookMessage) : null
    case 'close':
    case 'abort':
      return message as HookMessage
    default:
      return null
  }
}
