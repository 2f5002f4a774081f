import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import { composeCompletion } from '../../upstream/compose-completion.ts'
import { parseDemoRequest } from '../../upstream/demo-request.ts'
import {
  completionBody,
  completionEvents,
  type DemoCompletion,
} from '../../upstream/write-completion.ts'
import type { HostKey } from './host-key.ts'
import type { NearFault } from './near-faults.ts'

export interface NearChatDeps {
  readonly fault: () => NearFault | null
  readonly model: string
  readonly key: HostKey
  /** A key of nobody's. */
  readonly stranger: HostKey
  /** The client's key, hex; null for a request in clear. */
  readonly clientKey: string | null
  /** Signatures by id of the answer. */
  readonly signatures: Map<string, object>
}

/** One chat request to the simulated host, whose answer it signs. */
export async function serveNearChat(
  body: Buffer,
  reply: FastifyReply,
  deps: NearChatDeps,
): Promise<void> {
  const fault = deps.fault()
  const { clientKey } = deps
  const asked = parseJsonObject(body).value
  let opened: JsonObject
  try {
    opened = clientKey === null ? asked : deps.key.service.open(asked)
  } catch {
    await reply.code(400).send({ error: { message: 'Decryption failed', type: 'bad_request' } })
    return
  }
  const chat = parseDemoRequest(opened)
  const completion = composeCompletion(chat, Math.floor(Date.now() / 1000))
  const seal = clientKey === null ? null : sealerFor(clientKey, deps)
  const frames = await framesOf(completion, fault, seal)
  const sent = fault === 'frames-dropped' ? without(frames, 2) : frames
  reply.hijack()
  const { raw } = reply
  const type = chat.stream === true ? 'text/event-stream' : 'application/json'
  raw.writeHead(200, { 'content-type': type })
  if (fault === 'cut-stream') {
    raw.end(Buffer.concat(sent.slice(0, Math.ceil(sent.length / 2))))
    return
  }
  for (const frame of sent.slice(0, -1)) raw.write(frame)
  deps.signatures.set(
    completion.id,
    signatureOf({ request: body, answer: Buffer.concat(frames) }, deps),
  )
  raw.end(sent.at(-1))
}

type Seal = (json: string) => string

/** Encrypts the fields of an answer, or of the data of an event. */
function sealerFor(clientKey: string, { key, stranger, fault }: NearChatDeps): Seal {
  const named = fault()
  if (named === 'clear-answer') return (json) => json
  const to = named === 'encrypted-to-another' ? stranger.publicKey : clientKey
  return (json) => {
    const answer = parseJsonObject(Buffer.from(json)).value
    const isEnd = named === 'clear-end' && !json.includes('"finish_reason":null')
    return JSON.stringify(isEnd ? endInClear(answer) : key.service.seal(answer, to))
  }
}

function endInClear(answer: JsonObject): JsonObject {
  const choices = (answer['choices'] as readonly JsonObject[]).map((choice) => ({
    ...choice,
    ...('delta' in choice ? { delta: { content: ' in clear' } } : {}),
  }))
  return { ...answer, choices }
}

async function framesOf(
  completion: DemoCompletion,
  fault: NearFault | null,
  seal: Seal | null,
): Promise<readonly Buffer[]> {
  const withoutId = (text: string) => (fault === 'no-id' ? text.replace(/"id":"[^"]*",/, '') : text)
  if (completion.chat.stream !== true) {
    const whole = JSON.stringify(completionBody(completion))
    const text = withoutId(seal === null ? whole : seal(whole))
    // A space that whoever leaves a piece out leaves out.
    return fault === 'frames-dropped'
      ? [Buffer.from(text.slice(0, -1)), Buffer.from(' '), Buffer.from(' '), Buffer.from('}')]
      : [Buffer.from(text)]
  }
  const events = completionEvents(completion, new AbortController().signal, async () => {})
  const frames: Buffer[] = []
  for await (const event of events) frames.push(Buffer.from(withoutId(sealedEvent(event, seal))))
  return frames
}

function sealedEvent(event: string, seal: Seal | null): string {
  const data = /^data: (\{.*\})\n\n$/s.exec(event)?.[1]
  return seal === null || data === undefined ? event : `data: ${seal(data)}\n\n`
}

function without(frames: readonly Buffer[], at: number): readonly Buffer[] {
  return frames.filter((_, index) => index !== at)
}

interface Exchanged {
  readonly request: Buffer
  readonly answer: Buffer
}

function signatureOf({ request, answer }: Exchanged, deps: NearChatDeps) {
  const fault = deps.fault()
  const digests = [
    sha256(fault === 'signature-over-request' ? Buffer.from('{}') : request),
    sha256(fault === 'signature-over-answer' ? Buffer.from('{}') : answer),
  ]
  const model = fault === 'another-model' ? 'simulated/another-model' : deps.model
  const parts = fault === 'signature-without-model' ? digests : [model, ...digests]
  const text = parts.join(':')
  const isStrangers = fault === 'signature-of-nobody' || fault === 'signature-of-another'
  const { key, stranger } = deps
  return {
    text,
    signature: (isStrangers ? stranger : key).sign(text),
    signing_address: (fault === 'signature-of-another' ? stranger : key).address,
    signing_algo: key.algo,
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
