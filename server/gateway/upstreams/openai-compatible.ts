import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import * as Type from 'typebox'
import { Pool } from 'undici'
import type { DialectId } from '#shared/dialects/api-dialect.ts'
import {
  CallFailed,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '../common/upstream.ts'
import {
  timeoutsOf,
  upstreamMembers,
  type UpstreamAdapter,
  type UpstreamDeps,
} from '../common/upstream-adapter.ts'
import { createBackOff } from './http/back-off.ts'
import { KeptConnectionEnded } from './http/call-failure.ts'
import { createKeptPool } from './http/kept-pool.ts'
import { post, type PostAnswer, type PostRequest } from './http/post.ts'
import { readHead } from './http/read-head.ts'

/** Below the base address. */
const paths: Readonly<Record<DialectId, string>> = {
  chat: '/chat/completions',
  embeddings: '/embeddings',
  messages: '/messages',
  responses: '/responses',
}

const Spoken = Type.Union([
  Type.Literal('chat'),
  Type.Literal('embeddings'),
  Type.Literal('messages'),
  Type.Literal('responses'),
])

const OpenaiSchema = Type.Object(
  {
    kind: Type.Literal('openai'),
    ...upstreamMembers,
    mode: Type.Union([Type.Literal('private'), Type.Literal('anonymized')], {
      description: upstreamMemberWords.mode,
    }),
    speaks: Type.Optional(
      Type.Array(Spoken, {
        minItems: 1,
        uniqueItems: true,
        description: upstreamMemberWords.dialects,
      }),
    ),
  },
  { additionalProperties: false },
)

type OpenaiConfig = Type.Static<typeof OpenaiSchema>

/**
 * Where a kept connection ends as the request goes out over it, the request is sent once more, over a new
 * one. What breaks off later was being worked on, and nobody is asked twice for it.
 */
const idleEndMs = 5_000

/**
 * Any server that speaks OpenAI's chat completions, or another dialect of the API. It is sent the request's body and the
 * operator's own key: no header, address or key of the caller.
 */
export const openai: UpstreamAdapter<typeof OpenaiSchema> = {
  kind: 'openai',
  schema: OpenaiSchema,
  create: createOpenai,
}

function createOpenai(config: OpenaiConfig, deps: UpstreamDeps): Upstream {
  const timeouts = timeoutsOf(config)
  const base = new URL(config.base_url)
  const prefix = base.pathname.replace(/\/+$/, '')
  const kept = createKeptPool(base.origin, timeouts)
  // A connection for each request.
  const fresh = new Pool(base.origin, {
    headersTimeout: timeouts.firstByteMs,
    bodyTimeout: timeouts.idleMs,
    connect: { timeout: timeouts.connectMs },
    pipelining: 0,
  })
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'countersign',
    ...(deps.key === null ? {} : { authorization: `Bearer ${deps.key}` }),
  }
  /** Anthropic's own servers take the key under another name, and insist on a version. */
  const anthropic = {
    'anthropic-version': '2023-06-01',
    ...(deps.key === null ? {} : { 'x-api-key': deps.key }),
  }
  const headersByDelivery = {
    buffered: { ...headers, accept: 'application/json' },
    streamed: { ...headers, accept: 'text/event-stream' },
  }
  const backOff = createBackOff(deps.monotonicMs)

  /** @throws {CallFailed} */
  async function postTo(request: PostRequest, signal: AbortSignal): Promise<PostAnswer> {
    const sentMs = deps.monotonicMs()
    try {
      return await post(kept, request, signal)
    } catch (error) {
      const { cause } = error as CallFailed
      const isIdle = cause instanceof KeptConnectionEnded && deps.monotonicMs() - sentMs < idleEndMs
      if (!isIdle) throw error
      return post(fresh, request, signal)
    }
  }

  async function send(
    { body, delivery, dialect, asks }: UpstreamRequest,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const request = {
      path: `${prefix}${paths[dialect]}${asks === 'count' ? '/count_tokens' : ''}`,
      headers:
        dialect === 'messages'
          ? { ...headersByDelivery[delivery], ...anthropic }
          : headersByDelivery[delivery],
      body,
      bounds: { delivery, bytes: deps.answerBytes, ms: timeouts.bodyMs },
    }
    try {
      const answer = await postTo(request, signal)
      backOff.succeed()
      return { head: readHead(answer, 'none'), body: answer.body, proof: null }
    } catch (error) {
      if (error instanceof CallFailed && error.failure.kind === 'unreachable') backOff.fail()
      throw error
    }
  }

  async function close(): Promise<void> {
    await Promise.all([kept.destroy(), fresh.destroy()])
  }

  const { id, mode, speaks = ['chat', 'embeddings'], counts_tokens: countsTokens = false } = config
  const { availability } = backOff
  return { id, mode, speaks, countsTokens, enclave: null, availability, send, close }
}
