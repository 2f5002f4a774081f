import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { readRequest } from '#shared/document/read-request.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { describeFile, namingOf } from '../../../../../server/commands/verify/describe-file.ts'
import { judgeFile } from '../../../../../server/commands/verify/judge-file.ts'
import { signAnswer } from '../../../../support/sign-answer.ts'
import dialects from '../../../../vectors/dialects.countersign.json' with { type: 'json' }
import saved from '../../../../vectors/saved-dialects.python.json' with { type: 'json' }

// Answers of /v1/messages and /v1/responses as programs and people save them.

const trust = {
  signers: parseSignerHistory(dialects.limits),
  policy: { simulatedEnclave: 'reject' },
  nowSeconds: Date.parse('2026-11-20T12:00:00.000Z') / 1000,
} as const

function judge(file: string | Buffer, messages: Json | null, trusted = trust) {
  const given = messages === null ? {} : { messages }
  const [judged] = judgeFile(new Uint8Array(Buffer.from(file as string)), given, trusted)
  if (judged === undefined) throw new Error('nothing was judged')
  if (!('verdict' in judged)) throw new Error(judged.sentence)
  const view = describeFile(judged, namingOf('The gateway'))
  const response = judged.checks.find(({ id }) => id === 'commitment.response')
  return { judged, view, response }
}

test.each(saved.cases)('by a client: $name', ({ request, file, outcome }) => {
  const { view, response } = judge(file, request as Json)
  expect(view.exitStatus).toBe(outcome === 'opens' ? 0 : 2)
  if (outcome === 'opens') expect(response?.status).toBe('pass')
  else expect(response).toMatchObject({ status: 'skip', finding: 'not opened' })
})

test.each(dialects.cases)('held against its whole request: $name', ({ request, file, state }) => {
  const { messages, model } = readRequest(JSON.stringify(request))
  const asked = { name: model ?? '', traits: null, listed: 'later' } as const
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  const [judged] = judgeFile(new Uint8Array(Buffer.from(text)), { messages, asked }, trust)
  if (judged === undefined) throw new Error('nothing was judged')
  const shown =
    'verdict' in judged ? describeFile(judged, namingOf('The gateway')).state : 'no-receipt'
  expect(shown).toBe(state)
})

const good = (name: string) => {
  const found = dialects.cases.find((each) => each.name === name)
  if (!found) throw new Error(name)
  const { request, file } = found
  return { request, text: typeof file === 'string' ? file : JSON.stringify(file) }
}

type Shape = (given: { readonly request: object; readonly text: string }) => string | Buffer

const har = ({ request, text }: Parameters<Shape>[0]) =>
  JSON.stringify({
    log: {
      entries: [
        {
          request: { postData: { text: JSON.stringify(request) } },
          response: { content: { text } },
        },
      ],
    },
  })
const shapes: Readonly<Record<string, Shape>> = {
  'as it came': ({ text }) => text,
  'in a fence': ({ text }) => `\`\`\`\n${text}\n\`\`\``,
  'in UTF-16': ({ text }) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'of curl -i': ({ text }) => `HTTP/1.1 200 OK\r\ncontent-type: x\r\n\r\n${text}`,
  'in a HAR': har,
  'a request and its answer': ({ request, text }) => JSON.stringify({ request, response: text }),
}
const ofObjects: Readonly<Record<string, Shape>> = {
  'pretty-printed': ({ text }) => JSON.stringify(JSON.parse(text), null, 2),
  'a request and its answer, both objects': ({ request, text }) =>
    JSON.stringify({ request, response: JSON.parse(text) as Json }),
}
const dataOf = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '')
const ofStreams: Readonly<Record<string, Shape>> = {
  'without blank lines': ({ text }) => text.replaceAll('\n\n', '\n'),
  'without its last blank line': ({ text }) => text.trimEnd(),
  'of grep data:': ({ text }) =>
    dataOf(text)
      .map((data) => `data: ${data}\n`)
      .join(''),
  'as JSON lines': ({ text }) => dataOf(text).join('\n'),
  'in an array': ({ text }) => `[${dataOf(text).join(',')}]`,
  'of curl -N, with the command': ({ text }) =>
    `me@host:~$ curl -N http://127.0.0.1:8787/v1/messages -d '{}'\n${text}me@host:~$ `,
}

const cases = ['a message', 'a response'].flatMap((kind) => [
  ...Object.entries({ ...shapes, ...ofObjects }).map(([how, shape]) => [kind, how, shape] as const),
  ...Object.entries({ ...shapes, ...ofStreams }).map(
    ([how, shape]) => [`${kind}, streamed`, how, shape] as const,
  ),
])

test.each(cases)('%s opens, saved %s', (name, _how, shape) => {
  const given = good(name)
  expect(judge(shape(given), given.request as Json).view.exitStatus).toBe(0)
})

test.each(cases)('%s with another word never verifies, saved %s', (name, _how, shape) => {
  const given = good(name)
  const forged = shape({ ...given, text: given.text.replaceAll('I look it up', 'I make it up') })
  expect(judge(forged, given.request as Json).view.exitStatus).not.toBe(0)
})

test('a request that stands beside its answer is what was asked', () => {
  const given = good('a message')
  expect(judge(har(given), null).view.exitStatus).toBe(0)
  const other = { ...given, request: { ...given.request, system: 'Be long.' } }
  expect(judge(har(other), null).view.state).toBe('failed')
})

test('a null that a library would not add, within what a tool is called with, is none to take out', async () => {
  const block = (input: Json) => ({ type: 'tool_use', id: 'toolu_1', name: 'f', input })
  const prompt = { messages: [{ role: 'user', content: 'x' }], system: null }
  const { svc, signers } = await signAnswer({
    mode: 'private',
    messages: prompt,
    message: [block({ day: 1 })],
  })
  const answer = (input: Json) =>
    JSON.stringify({ type: 'message', role: 'assistant', content: [block(input)], svc })
  const now = { ...trust, signers, nowSeconds: Math.floor(Date.now() / 1000) }
  expect(judge(answer({ day: 1 }), prompt, now).view.exitStatus).toBe(0)
  expect(judge(answer({ day: 1, night: null }), prompt, now).view.state).toBe('failed')
})

test('vectors that a client unpacked are packed again, and others than those do not open', async () => {
  const numbers = [0.5, -0.25, Math.fround(0.1)]
  const packed = Buffer.from(new Float32Array(numbers).buffer).toString('base64')
  const item = (embedding: Json) => ({ object: 'embedding', index: 0, embedding })
  const prompt = { input: 'x' }
  const { svc, signers } = await signAnswer({
    mode: 'private',
    messages: prompt,
    message: [item(packed)],
  })
  const answer = (embedding: Json) =>
    JSON.stringify({ object: 'list', data: [item(embedding)], model: 'm', svc })
  const now = { ...trust, signers, nowSeconds: Math.floor(Date.now() / 1000) }
  expect(judge(answer(numbers), prompt, now).view.exitStatus).toBe(0)
  expect(judge(answer([0.5, -0.25, 0.125]), prompt, now).response).toMatchObject({
    finding: 'not opened',
  })
  expect(judge(answer([0.5, -0.25, 0.1]), prompt, now).view.state).toBe('failed')
})
