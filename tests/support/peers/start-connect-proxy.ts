import { createServer } from 'node:http'
import { connect } from 'node:net'
import { listenHere } from '../listen-here.ts'
import { untilEnd } from '../until-end.ts'

export interface ConnectProxy {
  readonly url: string
  /** What it was asked for: `name:port`, and the credential that came along. */
  readonly asked: readonly { readonly place: string; readonly credential: string | null }[]
}

/**
 * A proxy that passes connections on; every name leads to this machine.
 * @param portFor where a connection goes in the place of the port that was asked for
 */
export async function startConnectProxy(
  portFor: (port: number) => number = (port) => port,
): Promise<ConnectProxy> {
  const asked: { place: string; credential: string | null }[] = []
  const server = createServer((_request, response) => response.writeHead(400).end())
  server.on('connect', (request, socket) => {
    const place = request.url ?? ''
    asked.push({ place, credential: request.headers['proxy-authorization'] ?? null })
    const port = portFor(Number(place.split(':').at(-1)))
    const onward = connect({ port, host: '127.0.0.1' }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
  })
  const { origin } = await untilEnd(listenHere(server))
  return { url: origin, asked }
}
