import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ChutesService } from '#shared/simulation/chutes-service.ts'
import { sealChutesRequest } from '#shared/chutes/seal-chutes-request.ts'
import { composeCompletion } from '../../upstream/compose-completion.ts'
import { parseDemoRequest } from '../../upstream/demo-request.ts'
import { completionBody, completionEvents } from '../../upstream/write-completion.ts'
import type { ChutesFault } from './chutes-faults.ts'

type Opened = ReturnType<ChutesService['open']>

interface InvokeDeps {
  readonly service: ChutesService
  readonly fault: ChutesFault | null
  readonly pause: (signal: AbortSignal) => Promise<void>
}

/** One encrypted request to an instance, and its answer. */
export async function serveInvoke(
  request: FastifyRequest,
  reply: FastifyReply,
  { service, fault, pause }: InvokeDeps,
): Promise<FastifyReply> {
  let opened: Opened
  try {
    opened = service.open(new Uint8Array(request.body as Buffer))
  } catch {
    return reply.code(400).send({ detail: 'the request cannot be decrypted' })
  }
  const chat = parseDemoRequest(opened.request)
  const completion = composeCompletion(chat, Math.floor(Date.now() / 1000))
  const own = fault === 'answer-of-another' ? ofAnother(service) : opened
  if (request.headers['x-e2e-stream'] !== 'true') {
    return sendWhole(reply, JSON.stringify(completionBody(completion)), { opened: own, fault })
  }
  const gone = new AbortController()
  const { raw } = reply.hijack()
  raw.once('close', () => gone.abort())
  raw.writeHead(200, { 'content-type': 'text/event-stream' })
  const events = completionEvents(completion, gone.signal, pause)
  for await (const event of framesOf(events, own, fault)) raw.write(event)
  raw.end()
  return reply
}

function sendWhole(
  reply: FastifyReply,
  text: string,
  { opened, fault }: { readonly opened: Opened; readonly fault: ChutesFault | null },
): FastifyReply {
  if (fault === 'clear-answer') return reply.type('application/json').send(text)
  const body = Buffer.from(opened.seal(fault === 'zip-bomb' ? ' '.repeat(11 * 1024 * 1024) : text))
  const isCut = fault === 'cut-answer' || fault === 'cut-event'
  return reply
    .type('application/octet-stream')
    .send(isCut ? body.subarray(0, body.length - (fault === 'cut-event' ? 1 : 100)) : body)
}

/** Server-sent events of an encrypted stream, or as the fault would have it. */
async function* framesOf(
  events: AsyncIterable<string>,
  opened: Opened,
  fault: ChutesFault | null,
): AsyncGenerator<string, void, undefined> {
  const { init, seal } = opened.stream()
  yield data(init)
  let count = 0
  for await (const event of events) {
    count += 1
    const line = event.trimEnd()
    if (count === 3) {
      if (fault === 'frame-left-out') continue
      if (fault === 'cut-answer') return
      if (fault === 'cut-event') {
        yield data(seal(line)).slice(0, -10)
        return
      }
      if (fault === 'stream-error') yield data({ e2e_error: 'simulated' })
    }
    const isEnd = line === 'data: [DONE]'
    if (isEnd && fault === 'no-inner-end') continue
    yield fault === 'clear-answer' ? `${line}\n\n` : data(seal(line))
    if (isEnd) yield data({ usage: { prompt_tokens: 1, completion_tokens: count } })
  }
  yield 'data: [DONE]\n\n'
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** What an answer to somebody else would be. */
function ofAnother(service: ChutesService): Opened {
  const { body } = sealChutesRequest(Buffer.from('{}'), {
    recipient: Buffer.from(service.publicKey, 'base64').toString('hex'),
    randomBytes,
  })
  return service.open(body)
}
