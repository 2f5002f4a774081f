import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { keepConnections } from '../keep-connections.ts'

export interface Site {
  /** On 127.0.0.1; `localhost` is the same server and another origin. */
  readonly url: string
  /** Pages by their path; a test may add its own. */
  readonly pages: Map<string, string>
  /** Answers to everything that is no page. */
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void
  /** Tells every page that has a socket of socket.io open; its client is under `/ws/socket.io/`. */
  emit(event: string, data: unknown): void
  /** Headers of every page, such as a policy. */
  headers: Record<string, string>
  close(): Promise<void>
}

/** A web site of a chat: static pages, and a server of its own. */
export async function startSite(pages: Readonly<Record<string, string>>): Promise<Site> {
  const server = createServer(keepConnections, (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const page = request.method === 'GET' ? site.pages.get(pathname) : undefined
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...site.headers })
      response.end(page)
      return
    }
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', () => site.handle(request, response, body))
  })
  const sockets = new Server(server, { path: '/ws/socket.io' })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const site: Site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(Object.entries(pages)),
    handle: (_request, response) => response.writeHead(404).end(),
    headers: {},
    emit: (event, data) => void sockets.emit(event, data),
    close() {
      server.closeAllConnections()
      return sockets.close()
    },
  }
  return site
}
