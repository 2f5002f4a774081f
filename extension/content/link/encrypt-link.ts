import type { ToBridge } from '../../messages/bridge-messages.ts'
import type { EncryptRequest, EncryptProgress } from '../../messages/hook-messages.ts'
import { pingMs } from './ping.ts'

type Judged = Exclude<ToBridge, { kind: 'rules' }>

interface EncryptionListeners {
  readonly progress: (progress: EncryptProgress) => void
  /** The last call, however the request ended, says that no more calls follow. */
  readonly judged: (message: Judged) => void
  /** Called once, however it ended. */
  readonly over: () => void
}

/**
 * Hands one request to the background and passes on what becomes of it. A background that goes away in
 * the middle took the keys with it: then the request is broken, and never sent in another way.
 */
export function linkEncryption(
  request: EncryptRequest,
  { progress, judged, over }: EncryptionListeners,
): { abort(): void } {
  const { id } = request
  if (!chrome.runtime?.id) {
    progress({ kind: 'orphaned', id })
    setTimeout(over)
    return { abort: () => {} }
  }
  const port = chrome.runtime.connect({ name: 'encrypt' })
  const ping = setInterval(() => port.postMessage({ kind: 'ping' }), pingMs)
  let isOver = false

  /** Says the last word, whichever side ended it: a port that stays would hold the background, and a place. */
  function end(last: EncryptProgress | null): void {
    if (isOver) return
    isOver = true
    clearInterval(ping)
    port.disconnect()
    if (last) progress(last)
    judged({ kind: 'nothing', id })
    over()
  }

  port.onMessage.addListener((message: EncryptProgress | Judged) => {
    switch (message.kind) {
      case 'writing':
      case 'judged':
      case 'refused':
      case 'nothing':
        return judged(message)
      case 'head':
      case 'event':
        return progress(message)
      case 'pass':
      case 'end':
      case 'broken':
      case 'orphaned':
        return end(message)
    }
  })
  port.onDisconnect.addListener(() => end({ kind: 'broken', id }))
  port.postMessage(request)
  return { abort: () => end(null) }
}
