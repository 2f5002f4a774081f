import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { pageScript, pageStyle } from './page-files.ts'
import { renderPage, renderRequest, summaryOf, type AboutLine } from './render-page.ts'
import type { LoggedRequest, RequestLog } from './request-log.ts'
import { proxyPageWords } from '#shared/words/english/programs/proxy-page.ts'

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

interface PageDeps {
  readonly log: RequestLog
  readonly about: () => readonly AboutLine[]
}

/** The proxy's own page, on the port that tools ask: the requests of this run, for its user and no other page. */
export function addPage(app: FastifyInstance, { log, about }: PageDeps): void {
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.headers(headers).type(`${type}; charset=utf-8`).send(text)
  const options = { onRequest: async (request: FastifyRequest) => refuseOtherPages(request) }

  app.get('/', options, (_request, reply) => send(reply, 'text/html', renderPage(log, about())))
  app.get('/page/style.css', options, (_request, reply) => send(reply, 'text/css', pageStyle))
  app.get('/page/live.js', options, (_request, reply) => send(reply, 'text/javascript', pageScript))
  app.get('/page/events', options, (request, reply) => {
    const { after } = request.query as { readonly after?: string }
    // After a connection that broke, the browser says what it heard last.
    const heard = request.headers['last-event-id'] ?? after
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, { ...headers, 'content-type': 'text/event-stream; charset=utf-8' })
    raw.flushHeaders()
    const number = numberIn(typeof heard === 'string' ? heard : '', log.run)
    if (number === null) {
      raw.end('event: other-run\ndata: {}\n\n')
      return
    }
    const tell = (logged: LoggedRequest) => void raw.write(eventOf(logged, log.run))
    for (const logged of log.all()) if (logged.number > number) tell(logged)
    raw.once('close', log.follow(tell))
  })
}

/** Null for one of another run. */
function numberIn(heard: string, run: string): number | null {
  const [ofRun, number] = heard.split('-')
  return ofRun === run && number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null
}

function eventOf(logged: LoggedRequest, run: string): string {
  const told = { html: renderRequest(logged), summary: summaryOf(logged) }
  return `id: ${run}-${logged.number}\nevent: request\ndata: ${JSON.stringify(told)}\n\n`
}

/**
 * What its user asked is no other page's business, not even of one that may use the proxy: the page asks from
 * its own origin, and a browser says when it is another.
 */
function refuseOtherPages({ headers: sent }: FastifyRequest): void {
  const site = sent['sec-fetch-site']
  const isNavigation = sent['sec-fetch-dest'] === 'document'
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (sent.origin === undefined && (!isForeign || isNavigation)) return
  throw new ExchangeRefused({
    code: 'origin_not_allowed',
    message: proxyPageWords.foreignPage,
  })
}
