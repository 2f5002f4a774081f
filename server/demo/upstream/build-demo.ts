import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { composeReply } from './compose-reply.ts'
import { DemoError, demoErrorBody } from './demo-error.ts'
import { countTokens } from './count-tokens.ts'
import { embed } from './embed.ts'
import { parseDemoRequest } from './demo-request.ts'
import type { DemoRequest } from './demo-request-schema.ts'
import { readMessagesRequest } from './read-messages.ts'
import { readResponsesRequest } from './read-responses.ts'
import { shapeReply } from './shape-reply.ts'
import { messageBody, messageEvents } from './write-message.ts'
import { responseBody, responseEvents } from './write-response.ts'
import {
  completionBody,
  completionEvents,
  demoModel,
  type DemoCompletion,
} from './write-completion.ts'

export interface DemoDeps {
  /** Waits for as long as a word takes; resolves at once when aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly nowSeconds: () => number
}

/** An upstream of every dialect of the API that needs nothing installed. */
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
    throw new DemoError('There is nothing at this path.', 'not_found', { statusCode: 404 })
  })

  app.get('/v1/models', () => ({
    object: 'list',
    data: [{ id: demoModel, object: 'model', created: 0, owned_by: 'countersign' }],
  }))

  app.post('/v1/embeddings', (request) => embed(request.body, demoModel))

  app.post('/v1/messages/count_tokens', (request) => countTokens(request.body))

  const dialects = [
    { path: '/v1/chat/completions', read: asItIs, body: completionBody, events: completionEvents },
    { path: '/v1/messages', read: readMessagesRequest, body: messageBody, events: messageEvents },
    {
      path: '/v1/responses',
      read: readResponsesRequest,
      body: responseBody,
      events: responseEvents,
    },
  ]
  for (const { path, read, body, events } of dialects) {
    app.post(path, (request, reply) => {
      const completion = complete(parseDemoRequest(read(request.body)), deps)
      if (completion.chat.stream !== true) return reply.send(body(completion))

      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      return reply
        .type('text/event-stream; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(Readable.from(events(completion, gone.signal, deps.pause)))
    })
  }
  return app
}

const asItIs = (body: unknown) => body

function complete(chat: DemoRequest, { nowSeconds }: DemoDeps): DemoCompletion {
  return {
    id: `chatcmpl-${randomUUID()}`,
    created: nowSeconds(),
    chat,
    replies: Array.from({ length: chat.n ?? 1 }, (_, index) =>
      shapeReply(chat, composeReply(chat, index)),
    ),
  }
}
