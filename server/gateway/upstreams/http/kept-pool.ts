import { buildConnector, Client, Pool } from 'undici'
import type { UpstreamTimeouts } from '../../common/upstream-adapter.ts'
import { PulledAnswer, type KeptSocket } from './post.ts'

/** Connections that are kept between requests; each answer is told over which one it comes. */
export function createKeptPool(origin: string, timeouts: UpstreamTimeouts): Pool {
  const { connectMs: timeout, firstByteMs, idleMs } = timeouts
  return new Pool(origin, {
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    factory: (target, clientOptions) =>
      createClient(target, clientOptions as Client.Options, buildConnector({ timeout })),
  })
}

/** One connection at a time, and it one request. */
function createClient(
  target: URL,
  options: Client.Options,
  connectTo: buildConnector.connector,
): Client {
  const kept: KeptSocket = { socket: null }
  const client = new Client(target, {
    ...options,
    connect(place, callback) {
      connectTo(place, (...outcome) => {
        kept.socket = outcome[1]
        callback(...outcome)
      })
    },
  })
  const dispatch = client.dispatch.bind(client)
  client.dispatch = (request, handler) => {
    if (handler instanceof PulledAnswer) handler.kept = kept
    return dispatch(request, handler)
  }
  return client
}
