import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test, onTestFinished } from 'vitest'
import { buildDemo } from '../../../../../server/demo/upstream/build-demo.ts'
import { askDemo, demoSays, type DemoCall } from '../../../../support/requests/ask-demo.ts'

interface Chunk {
  readonly choices: readonly {
    readonly index: number
    readonly finish_reason: string | null
    readonly delta: {
      readonly role?: string
      readonly content?: string | null
      readonly reasoning_content?: string
      readonly tool_calls?: readonly (Partial<DemoCall> & { readonly index: number })[]
    }
  }[]
  readonly usage?: { readonly total_tokens: number } | null
}

async function streamed(asked: string, more: object = {}) {
  const { text } = await askDemo(asked, { ...more, stream: true })
  const events = text.split('\n\n').slice(0, -1)
  expect(events.every((event) => event.startsWith('data: '))).toBe(true)
  expect(events.at(-1)).toBe('data: [DONE]')
  return events.slice(0, -1).map((event) => JSON.parse(event.slice(6)) as Chunk)
}

const deltasOf = (chunks: readonly Chunk[], index = 0) =>
  chunks.flatMap(({ choices }) => choices.filter((choice) => choice.index === index))

test('a stream says what the buffered answer says, a word at a time', async () => {
  const chunks = await streamed('Tell me a story', { reasoning_effort: 'low' })
  const buffered = await demoSays('Tell me a story', { reasoning_effort: 'low' })
  const deltas = deltasOf(chunks).map(({ delta }) => delta)
  expect(deltas[0]).toEqual({ role: 'assistant', content: '' })
  expect(deltas.map(({ content }) => content ?? '').join('')).toBe(buffered.content)
  expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe(
    buffered.reasoning_content,
  )
  expect(deltas.filter(({ content }) => /\s\S/.test(content ?? ''))).toEqual([])
  expect(deltasOf(chunks).at(-1)).toMatchObject({ delta: {}, finish_reason: 'stop' })
})

test('usage comes last, and only when asked for', async () => {
  expect((await streamed('hi')).some((chunk) => 'usage' in chunk)).toBe(false)
  const chunks = await streamed('hi', { stream_options: { include_usage: true } })
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 1 } })
  expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
})

test('the words of several choices alternate', async () => {
  const chunks = await streamed('hi', { n: 2 })
  expect(chunks.slice(0, 4).map(({ choices }) => choices[0]?.index)).toEqual([0, 1, 0, 1])
  expect(deltasOf(chunks, 1).at(-1)?.finish_reason).toBe('stop')
})

test('tool calls come in fragments that join to the buffered ones', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } }
  const tools = ['get_weather', 'get_news'].map((name) => ({
    type: 'function',
    function: { name, parameters },
  }))
  const asked = 'get_weather and get_news for "Reykjavík 😀 and the whole of the south coast"'
  const parts = deltasOf(await streamed(asked, { tools })).flatMap(
    ({ delta }) => delta.tool_calls ?? [],
  )
  const joined = [0, 1].map((index) => {
    const own = parts.filter((part) => part.index === index)
    const text = own.map((part) => part.function?.arguments ?? '').join('')
    const { id, function: called } = own[0] ?? {}
    return { id, type: 'function', function: { name: called?.name, arguments: text } }
  })
  expect(parts.length).toBeGreaterThan(6)
  expect(joined).toEqual((await demoSays(asked, { tools })).tool_calls)
})

test('an emoji is never cut in two', async () => {
  const chunks = await streamed(`Say "${'😀'.repeat(100)}"`, {
    response_format: { type: 'json_object' },
  })
  expect(deltasOf(chunks).every(({ delta }) => (delta.content ?? '').isWellFormed())).toBe(true)
})

test('a caller who goes away ends the generation', async () => {
  let pauses = 0
  const { promise: gone, resolve: tellGone } = Promise.withResolvers<void>()
  const app = buildDemo({
    nowSeconds: () => 0,
    // The words stand still until the caller has gone.
    async pause(signal) {
      pauses += 1
      if (!signal.aborted) await once(signal, 'abort')
      tellGone()
    },
  })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const call = request({ port, method: 'POST', path: '/v1/chat/completions', agent: false })
  call.on('error', () => {})
  call.setHeader('content-type', 'application/json')
  const messages = [{ role: 'user', content: 'Tell me a story' }]
  call.end(JSON.stringify({ model: 'm', messages, stream: true }))
  const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream]
  await once(response, 'data')
  call.destroy()
  await gone
  await app.close()
  expect(pauses).toBe(1)
})
