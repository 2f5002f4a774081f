import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ServiceE2ee } from '#shared/simulation/e2ee-v2-service.ts'
import { parseJsonObject, type JsonObject } from '#shared/json/parse-json-object.ts'
import {
  completionBody,
  completionEvents,
  type DemoCompletion,
} from '../upstream/write-completion.ts'
import type { Fault } from './faults.ts'

interface AnswerInput {
  readonly completion: DemoCompletion
  /** Null for a plain exchange. */
  readonly e2ee: ServiceE2ee | null
  readonly fault: Fault | null
  readonly pause: (signal: AbortSignal) => Promise<void>
  readonly response: ServerResponse
}

/**
 * Writes the answer as the enclave would, or as the fault would have it.
 * @returns the bytes that the enclave commits to, or null when it never comes to a receipt
 */
export async function writeAnswer(input: AnswerInput): Promise<Buffer | null> {
  const { completion } = input
  return completion.chat.stream === true ? writeStream(input) : writeBuffered(input)
}

function writeBuffered({ completion, e2ee, fault, response }: AnswerInput): Buffer | null {
  const asked = JSON.parse(JSON.stringify(completionBody(completion))) as JsonObject
  const answer = fault === 'members-in-clear' ? withClearMembers(asked, 'message') : asked
  return writeWhole({ answer, e2ee, fault, response })
}

interface WholeInput extends Pick<AnswerInput, 'e2ee' | 'fault' | 'response'> {
  /** In clear. */
  readonly answer: JsonObject
}

/** The same for any answer that is no stream. */
export function writeWhole({ answer: plain, e2ee, fault, response }: WholeInput): Buffer | null {
  const answer = e2ee && fault !== 'plaintext-answer' ? e2ee.issueAnswer(plain) : plain
  const text = JSON.stringify(answer)
  const sent = Buffer.from(fault === 'undecryptable-chunk' ? spoil(text, e2ee !== null) : text)
  response.setHeader('content-type', 'application/json')
  if (fault === 'die-midstream' || fault === 'cut-stream') {
    response.setHeader('content-length', sent.length)
    response.write(sent.subarray(0, sent.length / 2))
    setImmediate(() => response.destroy())
    return null
  }
  // What was signed and what is sent differ by the order of two members.
  const reordered = `{"object":${JSON.stringify(answer['object'])},${text.slice(1)}`
  response.end(fault === 'reordered-chunks' ? reordered : sent)
  return sent
}

async function writeStream(input: AnswerInput): Promise<Buffer | null> {
  const { completion, e2ee, fault, pause, response } = input
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  const signed: Buffer[] = []
  let held: Buffer | null = null
  let count = 0
  for await (const event of completionEvents(completion, gone.signal, pause)) {
    if (gone.signal.aborted) return null
    count += 1
    const bytes = Buffer.from(seal(event, { e2ee, fault, count }))
    if (fault === 'die-midstream' && count === 4) {
      response.destroy()
      return null
    }
    if (fault === 'cut-stream' && count === 4) break
    signed.push(bytes)
    if (fault === 'reordered-chunks' && count === 3) held = bytes
    else await send(response, held && count === 4 ? Buffer.concat([bytes, held]) : bytes)
  }
  const whole = Buffer.concat(signed)
  return response.destroyed ? null : whole
}

interface SealInput {
  readonly e2ee: ServiceE2ee | null
  readonly fault: Fault | null
  readonly count: number
}

function seal(event: string, { e2ee, fault, count }: SealInput): Uint8Array {
  const bytes = Buffer.from(fault === 'members-in-clear' ? eventWithClear(event) : event)
  const sealed = e2ee && fault !== 'plaintext-answer' ? e2ee.sealEvent(bytes) : bytes
  if (fault !== 'undecryptable-chunk' || count !== 3) return sealed
  return Buffer.from(spoil(Buffer.from(sealed).toString('utf8'), e2ee !== null))
}

/** Changes one digit in the longest run of hex, which is a ciphertext when there is one. */
function spoil(text: string, isEncrypted: boolean): string {
  if (!isEncrypted) return text
  const [longest = ''] = [...text.matchAll(/[0-9a-f]{100,}/g)]
    .map(([run]) => run)
    .toSorted((a, b) => b.length - a.length)
  const last = longest.endsWith('0') ? '1' : '0'
  return text.replace(longest, `${longest.slice(0, -1)}${last}`)
}

async function send(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.write(bytes) || response.destroyed) return
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  // The one that did not come would stay with the response.
  waiting.abort()
}

/** @throws {FormatError} */
export function readRequestBody(body: Buffer): JsonObject {
  return parseJsonObject(body).value
}

function eventWithClear(event: string): string {
  const text = event.slice('data: '.length).trim()
  if (text === '[DONE]') return event
  const chunk = withClearMembers(JSON.parse(text) as JsonObject, 'delta')
  return `data: ${JSON.stringify(chunk)}\n\n`
}

/** As some hosts of models answer; the enclave signs it like any other answer. */
function withClearMembers(answer: JsonObject, said: 'message' | 'delta'): JsonObject {
  const choices = answer['choices'] as readonly JsonObject[]
  return {
    ...answer,
    citations: ['clear-citation'],
    choices: choices.map((choice) => ({
      ...choice,
      logprobs: { content: [{ token: 'clear-token', logprob: -1 }] },
      [said]: {
        ...(choice[said] as JsonObject),
        refusal: 'clear-refusal',
        annotations: [{ type: 'url_citation', url_citation: { title: 'clear-annotation' } }],
        reasoning_details: [{ text: 'clear-reasoning' }],
        audio: { id: 'audio-1', transcript: 'clear-transcript' },
      },
    })),
  }
}
