import { join } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { findModulesWith } from './node-clients.ts'

/** What tests use of the AI SDK. */
export interface AiSdk {
  generateText(options: object): Promise<{
    readonly text: string
    readonly toolCalls: readonly { readonly toolName: string }[]
    readonly response: { readonly body?: unknown }
  }>
  streamText(options: object): { readonly fullStream: AsyncIterable<StreamPart> }
  jsonSchema(schema: object): unknown
  readonly APICallError: { isInstance(error: unknown): error is { readonly statusCode?: number } }
}

interface StreamPart {
  readonly type: string
  readonly text?: string
  /** Of a part `raw`. */
  readonly rawValue?: unknown
}

type Provider = (options: object) => ((model: string) => unknown) & {
  readonly chat: (model: string) => unknown
}

export interface AiProviders {
  readonly createOpenAICompatible: Provider
  readonly createOpenAI: Provider
  readonly createAnthropic: Provider
}

/** What tests use of a model of LangChain. */
interface LangchainModel {
  invoke(input: string): Promise<LangchainMessage>
  stream(input: string): Promise<AsyncIterable<LangchainMessage>>
  bindTools(tools: readonly object[]): LangchainModel
}

interface LangchainMessage {
  readonly text: string
  readonly tool_calls?: readonly { readonly name: string }[]
}

export interface LangchainModels {
  readonly ChatOpenAI: new (options: object) => LangchainModel
  readonly ChatAnthropic: new (options: object) => LangchainModel
}

async function importAll<Names>(modules: string, ...names: readonly string[]): Promise<Names> {
  const { resolve } = createRequire(join(modules, 'index.js'))
  const loaded = await Promise.all(
    names.map((name) => import(pathToFileURL(resolve(name)).href) as Promise<object>),
  )
  return Object.assign({}, ...loaded) as Names
}

/** Null where `npm run test:clients` did not install it. */
export async function aiSdk(): Promise<(AiSdk & AiProviders) | null> {
  const modules = findModulesWith('aiSdk')
  if (modules === null) return null
  const providers = ['openai-compatible', 'openai', 'anthropic'].map((name) => `@ai-sdk/${name}`)
  return importAll(modules, 'ai', ...providers)
}

/** Null where `npm run test:clients` did not install it. */
export async function langchain(): Promise<LangchainModels | null> {
  const modules = findModulesWith('langchain')
  if (modules === null) return null
  return importAll(modules, '@langchain/openai', '@langchain/anthropic')
}
