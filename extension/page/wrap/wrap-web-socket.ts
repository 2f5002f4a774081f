import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { addressOf } from '../address-of.ts'
import type { HookChannel } from '../hook-channel.ts'
import { listenTo, NativeDOMException, reflectConstruct } from '../natives.ts'
import type { SocketAnswers } from '../socket-answers.ts'
import type { Wrapped } from './wrapped.ts'

/**
 * Listens to what sockets of this page receive; they are the browser's own. One to a gateway that nothing
 * may reach in clear is refused as browsers refuse one that a page may not open.
 */
export function wrapWebSocket(
  scope: typeof globalThis,
  channel: HookChannel,
  answers: SocketAnswers,
): Wrapped {
  const native = scope.WebSocket
  const wrapped = new Proxy(native, {
    construct(target, all, caller) {
      const href = addressOf(all[0] as string, scope)?.href ?? ''
      if (channel.takeoverOf(href) === 'always') {
        throw new NativeDOMException(refusedWords.socket, 'SecurityError')
      }
      const made = caller === wrapped ? target : caller
      const socket = reflectConstruct(target, all, made) as WebSocket
      listenTo(socket, 'message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') answers.frame(socket.url, data)
      })
      return socket
    },
  })
  scope.WebSocket = wrapped
  return {
    restore() {
      if (scope.WebSocket === wrapped) scope.WebSocket = native
    },
  }
}
