import { upstreamMemberWords } from '#shared/words/english/configuration/upstream-member-words.ts'
import * as Type from 'typebox'
import type { EvidenceStore } from './evidence-store.ts'
import type { SafeLogger } from './safe-logger.ts'
import type { InTurn, Upstream } from './upstream.ts'

/** What an upstream is given beside its part of the configuration. */
export interface UpstreamDeps {
  /** The operator's own key for it, or null where it needs none. */
  readonly key: string | null
  readonly dataDir: string
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number
  readonly nowSeconds: () => number
  readonly logger: SafeLogger
  /** Longest buffered answer. */
  readonly answerBytes: number
  readonly inTurn: InTurn
  /** Where what was shown of an enclave is kept for those who judge its answers later. */
  readonly evidence: Pick<EvidenceStore, 'keep'>
}

/** One kind of upstream: how it is configured, and what is made of that. */
export interface UpstreamAdapter<Schema extends Type.TSchema = Type.TSchema> {
  /** Its word in the configuration; the schema's literal `kind` is the same. */
  readonly kind: string
  /** `upstreamMembers` and its own, closed to all others. */
  readonly schema: Schema
  /** @throws {ConfigError} for a value that has the right form and is wrong all the same */
  create(config: Type.Static<Schema>, deps: UpstreamDeps): Upstream
}

const defaultTimeoutMs = 600_000
const defaultConnectMs = 10_000

/** What every upstream of the configuration has. */
export const upstreamMembers = {
  id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    description: upstreamMemberWords.id,
  }),
  base_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    description: upstreamMemberWords.baseUrl,
  }),
  api_key: Type.Optional(Type.String({ description: upstreamMemberWords.apiKey })),
  api_key_env: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: upstreamMemberWords.apiKeyEnv,
    }),
  ),
  models: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
    minProperties: 1,
    description: upstreamMemberWords.models,
  }),
  weight: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: upstreamMemberWords.weight,
    }),
  ),
  cache_salt: Type.Optional(
    Type.Boolean({
      description: upstreamMemberWords.cacheSalt,
    }),
  ),
  counts_tokens: Type.Optional(
    Type.Boolean({
      description: upstreamMemberWords.countsTokens,
    }),
  ),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_600_000,
      description: upstreamMemberWords.timeout(defaultTimeoutMs),
    }),
  ),
  connect_timeout_ms: timeoutMember(upstreamMemberWords.connectTimeout(defaultConnectMs)),
  first_byte_timeout_ms: timeoutMember(upstreamMemberWords.headTimeout),
  idle_timeout_ms: timeoutMember(upstreamMemberWords.silence),
}

function timeoutMember(description: string) {
  return Type.Optional(Type.Integer({ minimum: 1, maximum: 3_600_000, description }))
}

/** How long an upstream is waited for, in milliseconds. */
export interface UpstreamTimeouts {
  readonly connectMs: number
  /** Until the head of an answer. */
  readonly firstByteMs: number
  /** Between pieces of an answer. */
  readonly idleMs: number
  /** For the whole body of an answer that is no stream. */
  readonly bodyMs: number
}

type TimeoutMembers = Pick<
  Type.Static<Type.TObject<typeof upstreamMembers>>,
  'timeout_ms' | 'connect_timeout_ms' | 'first_byte_timeout_ms' | 'idle_timeout_ms'
>

export function timeoutsOf(config: TimeoutMembers): UpstreamTimeouts {
  const bodyMs = config.timeout_ms ?? defaultTimeoutMs
  return {
    connectMs: config.connect_timeout_ms ?? Math.min(bodyMs, defaultConnectMs),
    firstByteMs: config.first_byte_timeout_ms ?? bodyMs,
    idleMs: config.idle_timeout_ms ?? bodyMs,
    bodyMs,
  }
}
