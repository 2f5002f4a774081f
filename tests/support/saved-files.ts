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

const utf16 = (text: string, order: 'little' | 'big') => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return order === 'little' ? bytes : bytes.swap16()
}

export type Shape = (saved: Pick<SavedCase, 'messages' | 'answer' | 'stream'>) => string | Buffer

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
  'in a fence': ({ answer }) => `\`\`\`json\n${answer}\n\`\`\`\n`,
  'UTF-16, little-endian': ({ answer }) => utf16(answer, 'little'),
  'UTF-16, big-endian': ({ answer }) => utf16(answer, 'big'),
  'with a byte order mark': ({ answer }) => `\ufeff${answer}`,
  'as a text in JSON': ({ answer }) => JSON.stringify(answer),
  'of curl -i': ({ answer }) =>
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${answer}`,
  'of curl -v': ({ answer }) =>
    `* Connected to localhost\n> POST /v1/chat/completions HTTP/1.1\n> \n} [90 bytes data]\n< HTTP/1.1 200 OK\n< \n{ [900 bytes data]\n${answer}\n* Connection left intact\n`,
  'a request and a response': ({ answer, messages }) =>
    JSON.stringify({ request: { model: 'm', messages }, response: JSON.parse(answer) as Json }),
  'a request and a response, as texts': ({ answer, messages }) =>
    JSON.stringify({ request: JSON.stringify({ model: 'm', messages }), response: answer }),
  'a request and a stream': ({ stream, messages }) =>
    JSON.stringify({ request: { model: 'm', messages }, response: stream }),
  'a stream': ({ stream }) => stream,
  'a stream without blank lines': ({ stream }) => stream.replaceAll('\n\n', '\n'),
  'a stream, chunk by chunk': ({ stream }) =>
    chunksOf(stream)
      .map((each) => JSON.stringify(each))
      .join('\n'),
  'chunks with a mark at their end': ({ stream }) =>
    `${chunksOf(stream)
      .map((each) => JSON.stringify(each))
      .join('\n')}\n[DONE]\n`,
  'chunks in an array': ({ stream }) => JSON.stringify(chunksOf(stream), null, 1),
  'of curl -N, with the command': ({ stream }) =>
    `me@host:~$ curl -N http://127.0.0.1:8787/v1/chat/completions \\\n  -d '{"model":"m"}'\n${stream}me@host:~$ `,
  'of llm logs --json': ({ answer, messages }) =>
    JSON.stringify([
      {
        id: '01k',
        model: 'm',
        prompt: 'What is 6 × 7?',
        prompt_json: { messages },
        options_json: {},
        response: wordsOf(answer),
        response_json: withoutNulls(JSON.parse(answer) as Json),
      },
    ]),
  'of llm logs --json, without the request': ({ answer, messages }) =>
    lastTurnLogged(answer, { prompt: wordsAsked(messages), system: null }),
  'a HAR': ({ answer, messages }) => har(answer, messages),
  'a HAR in base64': ({ answer, messages }) => har(answer, messages, 'base64'),
  'a HAR of a stream': ({ stream, messages }) => har(stream, messages),
  'a line of a LiteLLM log': ({ answer, messages }) =>
    `12:00:01 - LiteLLM:INFO - ${JSON.stringify({ id: 'x', call_type: 'completion', messages, model: 'm', response: JSON.parse(answer) as Json })}`,
}

/** A log of `llm` as of 0.36. */
export function lastTurnLogged(
  answer: string,
  turn: { readonly prompt: string; readonly system: string | null },
): string {
  const response_json = withoutNulls(JSON.parse(answer) as Json)
  const response = wordsOf(answer)
  return JSON.stringify([
    { id: '01k', model: 'm', ...turn, prompt_json: null, response, response_json },
  ])
}

function wordsAsked(messages: readonly Json[]): string {
  return (messages.at(-1) as { readonly content: string }).content
}

/** One answer among others, as programs write several into one file. */
type Several = Pick<SavedCase, 'messages' | 'answer' | 'stream'>

const logged = ({ answer, messages }: Several) => ({
  model: 'm',
  prompt_json: { messages },
  response: wordsOf(answer),
  response_json: JSON.parse(answer) as Json,
})
const exchanged = ({ answer, messages }: Several) => ({
  request: { model: 'm', messages },
  response: JSON.parse(answer) as Json,
})

/** Every shape in which one file holds several answers. */
export const severalShapes: Readonly<Record<string, (saved: readonly Several[]) => string>> = {
  'llm logs --json': (saved) => JSON.stringify(saved.map(logged)),
  'JSON lines': (saved) => saved.map((each) => JSON.stringify(exchanged(each))).join('\n'),
  'a list of requests and responses': (saved) => JSON.stringify(saved.map(exchanged), null, 2),
  'a list of texts': (saved) =>
    JSON.stringify(saved.map((each) => JSON.stringify(exchanged(each)))),
  'a HAR': (saved) => harOf(saved.map(({ answer, messages }) => entryOf(answer, messages))),
  'a HAR in base64': (saved) =>
    harOf(saved.map(({ answer, messages }) => entryOf(answer, messages, 'base64'))),
  'a HAR of streams': (saved) =>
    harOf(saved.map(({ stream, messages }) => entryOf(stream, messages))),
}

function wordsOf(answer: string): string {
  const { choices } = JSON.parse(answer) as { choices: [{ message: { content: string | null } }] }
  return choices[0].message.content ?? ''
}

function chunksOf(stream: string): readonly object[] {
  return stream
    .split('\n\n')
    .flatMap((event) =>
      event.startsWith('data: {') ? [JSON.parse(event.slice('data: '.length)) as object] : [],
    )
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      each === null ? [] : [[name, withoutNulls(each as Json)]],
    ),
  )
}

function har(body: string, messages: readonly Json[], encoding?: 'base64'): string {
  return harOf([entryOf(body, messages, encoding)])
}

/** A recording of a page that asks for other things, too. */
function harOf(entries: readonly object[]): string {
  const page = { request: { method: 'GET' }, response: { content: { text: '<html>' } } }
  const list = { request: { method: 'GET' }, response: { content: { text: '{"data":[]}' } } }
  return JSON.stringify({ log: { version: '1.2', entries: [page, ...entries, list] } })
}

function entryOf(body: string, messages: readonly Json[], encoding?: 'base64'): object {
  const text = encoding ? Buffer.from(body).toString('base64') : body
  return {
    request: { method: 'POST', postData: { text: JSON.stringify({ model: 'm', messages }) } },
    response: { content: { text, ...(encoding ? { encoding } : {}) } },
  }
}
