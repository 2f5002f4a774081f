import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { readRequest } from '#shared/document/read-request.ts'
import { describeFile, namingOf } from '../../../../../server/commands/verify/describe-file.ts'
import { judgeFile } from '../../../../../server/commands/verify/judge-file.ts'
import { signAnswer } from '../../../../support/receipts/sign-answer.ts'
import { vectorTrust } from '../../../../support/receipts/vector-trust.ts'
import dialects from '../../../../vectors/dialects.countersign.json' with { type: 'json' }
import saved from '../../../../vectors/saved-dialects.python.json' with { type: 'json' }

// Answers of /v1/messages and /v1/responses as programs and people save them.

const trust = vectorTrust(dialects.limits)

function judge(file: string, messages: Json | null, trusted = trust) {
  const given = messages === null ? {} : { messages }
  const [judged] = judgeFile(new Uint8Array(Buffer.from(file)), given, trusted)
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

type Shape = (given: { readonly request: object; readonly text: string }) => string

const shapes: Readonly<Record<string, Shape>> = {
  'as it came': ({ text }) => text,
  'a request and its answer': ({ request, text }) => JSON.stringify({ request, response: text }),
}
const ofObjects: Readonly<Record<string, Shape>> = {
  'pretty-printed': ({ text }) => JSON.stringify(JSON.parse(text), null, 2),
  'a request and its answer, both objects': ({ request, text }) =>
    JSON.stringify({ request, response: JSON.parse(text) as Json }),
}
const ofStreams: Readonly<Record<string, Shape>> = {
  'without its last blank line': ({ text }) => text.trimEnd(),
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
  const beside = (request: object) => JSON.stringify({ request, response: given.text })
  expect(judge(beside(given.request), null).view.exitStatus).toBe(0)
  const other = { ...given.request, system: 'Be long.' }
  expect(judge(beside(other), null).view.state).toBe('failed')
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
