import type { Json } from '#shared/canonical-json.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { signAnswer } from './sign-answer.ts'

// One answer as programs and people save it.

export interface SavedCase {
  readonly messages: readonly Json[]
  readonly message: { readonly [member: string]: Json }
  readonly svc: Json
  readonly signers: SignerHistory
  /** A gateway's buffered answer, and its stream. */
  readonly answer: string
  readonly stream: string
}

/** Signed by a gateway of its own. */
export async function savedCase(message: SavedCase['message']): Promise<SavedCase> {
  const messages = [{ role: 'user', content: 'What is 6 × 7? 😀' }]
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message })
  return { messages, message, svc, signers, ...written(message, svc) }
}

/** What a gateway writes around a message. */
export function written(message: SavedCase['message'], svc: Json) {
  const around = { id: 'chatcmpl-1', created: 1, model: 'm' }
  const answer = JSON.stringify({
    ...around,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    svc,
  })
  const chunk = (delta: Json, more: object = {}) =>
    `data: ${JSON.stringify({ ...around, object: 'chat.completion.chunk', choices: [{ index: 0, delta, ...more }] })}\n\n`
  const { content = null } = message
  const words = typeof content === 'string' ? content.split(/(?<= )/) : []
  const last = chunk({}, { finish_reason: 'stop' }).replace(
    '}\n\n',
    `,"svc":${JSON.stringify(svc)}}\n\n`,
  )
  const stream = [
    chunk({ role: 'assistant', content: '' }),
    ...words.map((content) => chunk({ content })),
    last,
    'data: [DONE]\n\n',
  ].join('')
  return { answer, stream }
}

const sdkNulls = { annotations: null, audio: null, function_call: null, tool_calls: null }

function withMessage(answer: string, change: (message: object) => object): object {
  const value = JSON.parse(answer) as { choices: [{ message: object }] }
  const [choice, ...others] = value.choices
  return { ...value, choices: [{ ...choice, message: change(choice.message) }, ...others] }
}

export type Shape = (saved: Pick<SavedCase, 'messages' | 'answer' | 'stream'>) => string

/** Every shape out of which the same words can be read again. */
export const shapes: Readonly<Record<string, Shape>> = {
  'as it came': ({ answer }) => answer,
  'pretty-printed': ({ answer }) => JSON.stringify(JSON.parse(answer), null, 2),
  'with the nulls of a client library': ({ answer }) =>
    JSON.stringify(withMessage(answer, (message) => ({ refusal: null, ...sdkNulls, ...message }))),
  'with what parse() adds': ({ answer }) =>
    JSON.stringify(withMessage(answer, (message) => ({ ...message, parsed: { a: 'FORGED' } }))),
  'with what LiteLLM adds': ({ answer }) =>
    JSON.stringify(
      withMessage(answer, (message) => ({
        tool_calls: null,
        function_call: null,
        ...message,
        provider_specific_fields: { refusal: null },
      })),
    ),
  'with a byte order mark': ({ answer }) => `\ufeff${answer}`,
  'a request and a response': ({ answer, messages }) =>
    JSON.stringify({ request: { model: 'm', messages }, response: JSON.parse(answer) as Json }),
  'a request and a response, as a text': ({ answer, messages }) =>
    JSON.stringify({ request: { model: 'm', messages }, response: answer }),
  'a request and a stream': ({ stream, messages }) =>
    JSON.stringify({ request: { model: 'm', messages }, response: stream }),
  'a stream': ({ stream }) => stream,
  'a stream without its last blank line': ({ stream }) => stream.trimEnd(),
}

/** One answer among others, as programs write several into one file. */
type Several = Pick<SavedCase, 'messages' | 'answer' | 'stream'>

const exchanged = ({ answer, messages }: Several) => ({
  request: { model: 'm', messages },
  response: JSON.parse(answer) as Json,
})

/** Every shape in which one file holds several answers. */
export const severalShapes: Readonly<Record<string, (saved: readonly Several[]) => string>> = {
  'JSON lines of requests and responses': (saved) =>
    saved.map((each) => JSON.stringify(exchanged(each))).join('\n'),
  'JSON lines of requests and streams': (saved) =>
    saved
      .map(({ stream, messages }) =>
        JSON.stringify({ request: { model: 'm', messages }, response: stream }),
      )
      .join('\r\n'),
}
