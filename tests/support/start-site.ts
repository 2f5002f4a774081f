import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { acceptSockets } from './accept-sockets.ts'

export interface Site {
  /** On 127.0.0.1; `localhost` is the same server and another origin. */
  readonly url: string
  /** Pages by their path; a test may add its own. */
  readonly pages: Map<string, string>
  /** Answers to everything that is no page. */
  handle: (request: IncomingMessage, response: ServerResponse, body: string) => void
  /** Sends a text over every socket that is open. */
  send(text: string): void
  /** Headers of every page, such as a policy. */
  headers: Record<string, string>
  close(): Promise<void>
}

/** A web site of a chat: static pages, and a server of its own. */
export async function startSite(pages: Readonly<Record<string, string>>): Promise<Site> {
  const server = createServer((request, response) => {
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
  const sockets = acceptSockets(server)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const site: Site = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(Object.entries(pages)),
    handle: (_request, response) => response.writeHead(404).end(),
    headers: {},
    send: sockets.send,
    close() {
      sockets.close()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return site
}
