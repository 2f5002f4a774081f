import * as Type from 'typebox'
import type { SafeLogger } from './operation/safe-logger.ts'
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

export const defaultTimeoutMs = 600_000

/** What every upstream of the configuration has. */
export const upstreamMembers = {
  id: Type.String({
    pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    description: 'Your name for it: lowercase letters, digits and hyphens.',
  }),
  base_url: Type.String({
    pattern: '^https?://[^\\s?#]+$',
    description: 'Base address, with /v1 where the upstream has it.',
  }),
  api_key: Type.Optional(Type.String({ description: "The upstream's bearer key." })),
  api_key_env: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      description: 'Name of an environment variable that holds the key.',
    }),
  ),
  models: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
    minProperties: 1,
    description: 'Catalogue id → name of the model at this upstream.',
  }),
  timeout_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_600_000,
      description: `Longest silence, before the first byte and between bytes; also the longest time for the body of an answer that is no stream. Default ${defaultTimeoutMs}.`,
    }),
  ),
}
