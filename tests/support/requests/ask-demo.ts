import type { FastifyInstance } from 'fastify'
import { buildDemo } from '../../../server/demo/upstream/build-demo.ts'

export interface DemoAnswer {
  readonly status: number
  readonly text: string
  readonly body: DemoBody
}

interface DemoBody {
  readonly model: string
  readonly choices: readonly {
    readonly index: number
    readonly message: DemoSaid
    readonly finish_reason: string
  }[]
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string }
}

export interface DemoSaid {
  readonly role: string
  readonly content: string | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly DemoCall[]
}

export interface DemoCall {
  readonly id: string
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A demo without a process, whose words take no time. */
export function demoWithoutPauses(): FastifyInstance {
  return buildDemo({ pause: () => Promise.resolve(), nowSeconds: () => 1_800_000_000 })
}

/** Asks a fresh demo; a text stands for a conversation of that one message. */
export async function askDemo(
  asked: string | readonly object[],
  more: object = {},
): Promise<DemoAnswer> {
  const messages = typeof asked === 'string' ? [{ role: 'user', content: asked }] : asked
  return postToDemo({ model: 'countersign-demo', messages, ...more })
}

export async function postToDemo(payload: object | string): Promise<DemoAnswer> {
  const { statusCode, body } = await demoWithoutPauses().inject({
    method: 'POST',
    url: '/v1/chat/completions',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  const isJson = body.startsWith('{')
  return { status: statusCode, text: body, body: (isJson ? JSON.parse(body) : {}) as DemoBody }
}

/** What the first choice of a buffered answer says. */
export async function demoSays(
  asked: string | readonly object[],
  more: object = {},
): Promise<DemoSaid> {
  const { status, text, body } = await askDemo(asked, more)
  const [choice] = body.choices ?? []
  if (!choice) throw new Error(`the demo answered ${status}: ${text}`)
  return choice.message
}
