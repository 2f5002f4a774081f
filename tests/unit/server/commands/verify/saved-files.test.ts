import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { judgeSaved as judge } from '../../../../support/receipts/judge-saved.ts'
import { savedByServers } from '../../../../support/receipts/saved-by-servers.ts'
import savedVectors from '../../../../vectors/saved-answer.openai-python.json' with { type: 'json' }
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { shapes, written } from '../../../../support/receipts/saved-files.ts'

const { plain, likeOpenai, likeVllm, calling } = await savedByServers()
const names = Object.keys(shapes)
const isOfStream = (name: string) => name.includes('stream')
const buffered = names.filter((name) => !isOfStream(name))
const shapeOf = (name: string) => shapes[name] as NonNullable<(typeof shapes)[string]>

test.each(names)('an honest answer opens, saved %s', (name) => {
  const { judged, view } = judge(shapeOf(name)(plain), plain, { messages: plain.messages })
  expect(judged.verdict.kind).toBe('verified')
  expect([view.state, view.exitStatus]).toEqual(['promised', 0])
})

describe.each([
  ['OpenAI', likeOpenai],
  ['vLLM', likeVllm],
  ['a server that calls tools', calling],
] as const)('what %s sends', (_server, saved) => {
  test.each(buffered)('opens, saved %s', (name) => {
    const { judged } = judge(shapeOf(name)(saved), saved, { messages: saved.messages })
    expect(judged.verdict.kind).toBe('verified')
    expect(judged.opened.message).toEqual(saved.message)
  })
})

test.each(names)('a changed word never verifies, saved %s', (name) => {
  for (const saved of [plain, likeOpenai, likeVllm]) {
    if (saved !== plain && isOfStream(name)) continue
    const message = { ...saved.message, content: 'It is 43, surely.' }
    const forged = { ...saved, ...written(message, saved.svc) }
    const { judged, view } = judge(shapeOf(name)(forged), saved, { messages: saved.messages })
    expect(judged.verdict.kind).not.toBe('verified')
    expect(['failed', 'not-fully-checked']).toContain(view.state)
    expect(view.exitStatus).not.toBe(0)
    expect(view.sentence).toMatch(
      /^Do not rely on this answer\.|Do not rely on the words in this file/,
    )
  }
})

test.each(names)('a member that nobody adds never verifies, saved %s', (name) => {
  const message = { ...plain.message, note: 'FORGED' }
  const forged = { ...plain, ...written(message, plain.svc) }
  const { view } = judge(shapeOf(name)(forged), plain, { messages: plain.messages })
  // Of a stream only known members are put together.
  if (isOfStream(name)) expect(view.state).toBe('promised')
  else expect(['failed', 'not-fully-checked']).toContain(view.state)
})

test.each(savedVectors.cases)('by the vector: $name', ({ file, outcome }) => {
  const { limits, messages } = savedVectors
  const signers = parseSignerHistory(limits)
  const { view, response } = judge(file, { ...plain, signers }, { messages })
  expect(response?.status === 'pass').toBe(outcome === 'opens')
  expect(view.exitStatus === 0).toBe(outcome === 'opens')
})

test('the verdict says which reading opened it, and what was no part of it', () => {
  const given = { messages: plain.messages }
  const asCame = judge(shapeOf('as it came')(plain), plain, given)
  expect(asCame.response).toEqual({ id: 'commitment.response', status: 'pass', by: 'you' })
  const nulls = judge(shapeOf('with the nulls of a client library')(plain), plain, given)
  expect(nulls.response).toMatchObject({
    status: 'pass',
    detail:
      'read without the null of refusal, annotations, audio, function_call, tool_calls, since a program wrote the answer anew',
  })
  const parsed = judge(shapeOf('with what parse() adds')(plain), plain, given)
  expect(parsed.response).toMatchObject({
    detail: expect.stringContaining('without parsed') as string,
  })
  expect(parsed.view.technical.join()).toContain('choices[0].message.parsed')
  expect(parsed.judged.opened.message).toEqual(plain.message)
})

test('what is only written anew is never called altered, and the way out is named', () => {
  const saved = JSON.stringify({
    ...(JSON.parse(plain.answer) as object),
    choices: [{ message: { ...plain.message, content: 'It is 42, surely.\n', refusal: null } }],
  })
  const { view, response } = judge(saved, plain, { messages: plain.messages })
  expect(response).toMatchObject({ status: 'skip', finding: 'not opened' })
  expect(view.state).toBe('not-fully-checked')
  expect(view.failed).toBeNull()
  expect(view.sentence).not.toContain('for another answer')
  expect(view.sentence).toContain('did not open what was signed')
  expect(view.missing).toMatchObject([
    { suppliedBy: expect.stringContaining('as it came over the network') as string },
  ])
})

test('the request that stands beside the answer is held against it, its model too', () => {
  for (const name of ['a request and a response', 'a request and a stream']) {
    const shape = shapeOf(name)
    expect(judge(shape(plain), plain, {}).judged.verdict.kind).toBe('verified')
    const other = { ...plain, messages: [{ role: 'user', content: 'What is 6 × 8?' }] }
    expect(judge(shape(other), plain, {}).prompt?.status).not.toBe('pass')
    expect(judge(shape(other), plain, {}).view.exitStatus).not.toBe(0)
  }
  const renamed = shapeOf('a request and a response')(plain)
    .toString()
    .replace('"model":"m"', '"model":"n"')
  expect(judge(renamed, plain, {}).view.exitStatus).not.toBe(0)
})

test('messages that a program saved open, and others do not', async () => {
  const history = { role: 'assistant', content: 'Ask me.' }
  const messages = [history, { role: 'user', content: 'What is 6 × 7?' }]
  const { signAnswer } = await import('../../../../support/receipts/sign-answer.ts')
  const { message } = plain
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message })
  const saved = { ...plain, signers, ...written(message, svc) }
  const dumped = (content: string): Json => [
    { ...history, content, refusal: null, audio: null, tool_calls: null, function_call: null },
    messages[1] ?? null,
  ]
  expect(judge(saved.answer, saved, { messages: dumped('Ask me.') }).prompt).toMatchObject({
    status: 'pass',
    detail: expect.stringContaining('null of refusal') as string,
  })
  const changed = judge(saved.answer, saved, { messages: dumped('Ask him.') })
  expect(changed.prompt).toMatchObject({ status: 'skip', finding: 'not opened' })
  expect(changed.view.exitStatus).toBe(2)
  const plainly = [{ ...history, content: 'Ask him.' }, messages[1] ?? null]
  expect(judge(saved.answer, saved, { messages: plainly }).view.state).toBe('failed')
})

test('what the official client puts together of a stream opens', async () => {
  const client = new OpenAI({
    apiKey: 'x',
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: async () =>
      new Response(plain.stream, { headers: { 'content-type': 'text/event-stream' } }),
  })
  const helper = client.chat.completions.stream({
    model: 'm',
    messages: [{ role: 'user', content: 'hi' }],
  })
  const saved = JSON.stringify(await helper.finalChatCompletion())
  expect(saved).toContain('"parsed":null')
  const { judged } = judge(saved, plain, { messages: plain.messages })
  expect(judged.verdict.kind).toBe('verified')
})
