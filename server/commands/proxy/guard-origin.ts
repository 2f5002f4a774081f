import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { corsHeaders, preflightHeaders } from '../../gateway/http/callers/cors.ts'
import { isLoopbackName } from '#shared/loopback-name.ts'
import { readHost } from '../../gateway/http/callers/read-host.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/**
 * The proxy spends its user's key for whoever asks, and any page can make a browser ask: under its own
 * origin, or under a name of its own that leads to this machine by now. Programs send no `Origin`.
 * @param allowedOrigins of pages that may ask all the same
 */
export function guardOrigin(app: FastifyInstance, allowedOrigins: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    refuseOtherNames(request)
    const { origin } = request.headers
    if (origin === undefined) return
    if (!allowedOrigins.includes(origin)) {
      throw new ExchangeRefused({
        code: 'origin_not_allowed',
        message: words.originRefused,
      })
    }
    // The header goes on the raw response, since a stream is written there.
    reply.raw.setHeader('access-control-allow-origin', origin)
    const exposed = 'access-control-expose-headers'
    reply.raw.setHeader(exposed, corsHeaders[exposed])
    reply.raw.setHeader('vary', 'origin')
  })

  app.options('/*', (request, reply) => {
    const requested = request.headers['access-control-request-headers']
    return reply
      .code(204)
      .headers(preflightHeaders(requested))
      .headers({
        vary: 'origin, access-control-request-headers',
        'access-control-allow-private-network': 'true',
      })
      .send()
  })
}

function refuseOtherNames({ headers, socket }: FastifyRequest): void {
  const host = readHost(headers.host)
  if (host && isLoopbackName(host.name) && (host.port ?? 80) === socket.localPort) return
  throw new ExchangeRefused({
    code: 'host_not_allowed',
    message: words.hostRefused,
  })
}
