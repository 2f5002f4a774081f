import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { demoErrors } from '#shared/words/english/demo/demo-errors.ts'
import { composeCompletion } from './compose-completion.ts'
import { DemoError, demoErrorBody } from './demo-error.ts'
import { embed } from './embed.ts'
import { parseDemoRequest } from './demo-request.ts'
import { completionBody, completionEvents, demoModel } from './write-completion.ts'

export interface DemoDeps {
  /** Waits for as long as a word takes; resolves at once when aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly nowSeconds: () => number
}

/** An upstream for chat and embeddings that needs nothing installed. */
export function buildDemo(deps: DemoDeps): FastifyInstance {
  const app = fastify({
    bodyLimit: 64 * 1024 * 1024,
    forceCloseConnections: true,
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
  })

  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = demoErrorBody(error)
    return reply.code(status).send(body)
  })
  app.setNotFoundHandler(() => {
    throw new DemoError(demoErrors.noPath, 'not_found', { statusCode: 404 })
  })

  app.get('/v1/models', () => ({
    object: 'list',
    data: [{ id: demoModel, object: 'model', created: 0, owned_by: 'countersign' }],
  }))

  app.post('/v1/embeddings', (request) => embed(request.body, demoModel))

  app.post('/v1/chat/completions', (request, reply) => {
    const completion = composeCompletion(parseDemoRequest(request.body), deps.nowSeconds())
    if (completion.chat.stream !== true) return reply.send(completionBody(completion))

    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(Readable.from(completionEvents(completion, gone.signal, deps.pause)))
  })
  return app
}
