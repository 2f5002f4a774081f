import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findModulesWith } from './node-clients.ts'

/** What tests use of Anthropic's client. */
interface AnthropicClient {
  readonly messages: {
    create(body: object): Promise<AnthropicMessage>
    stream(body: object): AsyncIterable<{ readonly type: string; readonly svc?: unknown }> & {
      finalMessage(): Promise<AnthropicMessage>
    }
  }
}

interface AnthropicMessage {
  readonly content: readonly { readonly type: string }[]
  readonly stop_reason: string
  readonly svc?: unknown
}

interface AnthropicSdk {
  new (options: object): AnthropicClient
  readonly AuthenticationError: new () => Error
  readonly PermissionDeniedError: new () => Error
  readonly NotFoundError: new () => Error
  readonly BadRequestError: new () => Error
  readonly ConflictError: new () => Error
  readonly RateLimitError: new () => Error
}

/**
 * Anthropic's own client where `npm run test:clients` installed it, else null. It is no dependency of this package: one of its
 * own stands under a licence that `npm run check:licences` does not allow.
 */
export async function anthropicSdk(): Promise<AnthropicSdk | null> {
  const modules = findModulesWith('anthropic')
  if (modules === null) return null
  const entry = pathToFileURL(join(modules, '@anthropic-ai/sdk/index.mjs'))
  const { Anthropic } = (await import(entry.href)) as { readonly Anthropic: AnthropicSdk }
  return Anthropic
}
