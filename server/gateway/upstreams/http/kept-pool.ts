import type { Socket } from 'node:net'
import { buildConnector, Client, Pool, type Dispatcher } from 'undici'

/**
 * A connection that had served before ended, and of an answer not one byte had come: most likely the
 * server closed it as idle while the request was on its way.
 */
export class KeptConnectionEnded extends Error {
  override readonly name = 'KeptConnectionEnded'
}

interface KeptPoolOptions {
  readonly connectMs: number
  /** Longest silence before the head of an answer. */
  readonly firstByteMs: number
  /** Longest silence between pieces of it. */
  readonly idleMs: number
}

/** Connections that are kept between requests. */
export function createKeptPool(origin: string, options: KeptPoolOptions): Pool {
  const { connectMs: timeout, firstByteMs, idleMs } = options
  return new Pool(origin, {
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    factory: (target, clientOptions) =>
      createWatchedClient(target, clientOptions as Client.Options, buildConnector({ timeout })),
  })
}

/** Each client has one connection at a time, and it one request. */
function createWatchedClient(
  target: URL,
  options: Client.Options,
  connectTo: buildConnector.connector,
): Client {
  let socket: Socket | null = null
  const client = new Client(target, {
    ...options,
    connect(place, callback) {
      connectTo(place, (...outcome) => {
        socket = outcome[1]
        callback(...outcome)
      })
    },
  })
  const dispatch = client.dispatch.bind(client)
  client.dispatch = (request, handler) =>
    dispatch(
      request,
      watch(handler, () => socket),
    )
  return client
}

function watch(
  handler: Dispatcher.DispatchHandler,
  current: () => Socket | null,
): Dispatcher.DispatchHandler {
  const told = handler as Required<Dispatcher.DispatchHandler>
  let socket: Socket | null = null
  let readBefore = 0
  return {
    onRequestStart(controller, context) {
      socket = current()
      readBefore = socket?.bytesRead ?? 0
      told.onRequestStart(controller, context)
    },
    onResponseStart: told.onResponseStart.bind(told),
    onResponseData: told.onResponseData.bind(told),
    onResponseEnd: told.onResponseEnd.bind(told),
    onResponseError(controller, error) {
      const isKept = readBefore > 0 && socket?.bytesRead === readBefore
      const isEnded = isKept && isEnd(error)
      told.onResponseError(
        controller,
        isEnded ? new KeptConnectionEnded('', { cause: error }) : error,
      )
    },
  }
}

/** The other side ended it; a silence that took too long has other codes. */
function isEnd(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}
