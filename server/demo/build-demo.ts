import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { composeReply } from './compose-reply.ts'
import { parseDemoRequest, type DemoRequest } from './demo-request.ts'
import { shapeReply, usageOf, type ShapedReply } from './shape-reply.ts'

export interface DemoDeps {
  /** Waits for as long as a word takes; rejects when aborted. */
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly nowSeconds: () => number
}

const model = 'countersign-demo'

/** An OpenAI-compatible upstream that needs nothing installed. */
export function buildDemo(deps: DemoDeps): FastifyInstance {
  const app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })

  app.get('/v1/models', () => ({
    object: 'list',
    data: [{ id: model, object: 'model', created: 0, owned_by: 'countersign' }],
  }))

  app.post('/v1/chat/completions', async (request, reply) => {
    const chat = parseDemoRequest(request.body)
    if (typeof chat === 'string') {
      return reply
        .code(400)
        .send({ error: { message: chat, type: 'invalid_request_error', param: null, code: null } })
    }
    const replies = Array.from({ length: chat.n ?? 1 }, () => shapeReply(chat, composeReply(chat)))
    const head = { id: `chatcmpl-${randomUUID()}`, created: deps.nowSeconds(), model }
    if (chat.stream !== true) return completion(chat, replies, head)

    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    reply.hijack()
    await writeStream(reply, { chat, replies, head, pause: () => deps.pause(gone.signal) })
    return reply
  })
  return app
}

interface Head {
  readonly id: string
  readonly created: number
  readonly model: string
}

function completion(chat: DemoRequest, replies: readonly ShapedReply[], head: Head) {
  return {
    ...head,
    object: 'chat.completion',
    choices: replies.map((reply, index) => ({
      index,
      message: {
        role: 'assistant',
        content: reply.content?.join('') ?? null,
        ...(reply.reasoning.length > 0 ? { reasoning_content: reply.reasoning.join('') } : {}),
        ...(reply.toolCall ? { tool_calls: [toolCall(reply.toolCall)] } : {}),
      },
      finish_reason: reply.finishReason,
    })),
    usage: usageOf(chat, replies),
  }
}

function toolCall({ id, name, pieces }: NonNullable<ShapedReply['toolCall']>) {
  return { id, type: 'function', function: { name, arguments: pieces.join('') } }
}

interface StreamInput {
  readonly chat: DemoRequest
  readonly replies: readonly ShapedReply[]
  readonly head: Head
  readonly pause: () => Promise<void>
}

async function writeStream(reply: FastifyReply, input: StreamInput): Promise<void> {
  const { chat, replies, head, pause } = input
  const { raw } = reply
  const write = (rest: object) => {
    const chunk = { ...head, object: 'chat.completion.chunk', ...rest }
    raw.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  try {
    for (const [index, each] of replies.entries()) {
      for (const delta of deltas(each)) {
        write({ choices: [{ index, delta, finish_reason: null }] })
        await pause()
      }
      write({ choices: [{ index, delta: {}, finish_reason: each.finishReason }] })
    }
  } catch {
    return // the caller has gone
  }
  if (chat.stream_options?.include_usage === true) {
    write({ choices: [], usage: usageOf(chat, replies) })
  }
  raw.end('data: [DONE]\n\n')
}

function* deltas({ reasoning, content, toolCall: call }: ShapedReply): Generator<object> {
  yield { role: 'assistant', content: call ? null : '' }
  for (const reasoning_content of reasoning) yield { reasoning_content }
  for (const word of content ?? []) yield { content: word }
  if (!call) return
  yield {
    tool_calls: [
      { index: 0, id: call.id, type: 'function', function: { name: call.name, arguments: '' } },
    ],
  }
  for (const piece of call.pieces) {
    yield { tool_calls: [{ index: 0, function: { arguments: piece } }] }
  }
}
