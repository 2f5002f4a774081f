/** What tests use of Anthropic's client. */
export interface AnthropicClient {
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
}

const packageName = '@anthropic-ai/sdk'

/**
 * Anthropic's own client where it is installed (`npm install --no-save @anthropic-ai/sdk@1.12.0`), else null. It is no
 * dependency of this package: one of its own stands under a licence that `npm run check:licences` does not allow.
 */
export async function anthropicSdk(): Promise<AnthropicSdk | null> {
  try {
    const { Anthropic } = (await import(packageName)) as { readonly Anthropic: AnthropicSdk }
    return Anthropic
  } catch {
    return null
  }
}
