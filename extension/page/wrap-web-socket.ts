import { listenTo, reflectConstruct } from './natives.ts'
import type { SocketAnswers } from './socket-answers.ts'
import type { Wrapped } from './wrapped.ts'

/** Listens to what sockets of this page receive; they are the browser's own. */
export function wrapWebSocket(scope: typeof globalThis, answers: SocketAnswers): Wrapped {
  const native = scope.WebSocket
  const wrapped = new Proxy(native, {
    construct(target, all, caller) {
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
