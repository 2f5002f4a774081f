import { expect, test } from 'vitest'
import type { FromHook } from '../../../../extension/messages/hook-messages.ts'
import { hearLastWord } from '../../../../extension/page/last-word.ts'
import { observeResponse } from '../../../../extension/page/observe-response.ts'

const words = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n'

/** A response whose body the test writes, and what is told of it. */
function watch(type = 'text/event-stream') {
  const told: FromHook[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let pulls = 0
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: () => void (pulls += 1),
    },
    { highWaterMark: 0 },
  )
  const response = observeResponse(new Response(body, { headers: { 'content-type': type } }), {
    id: 1,
    request: Promise.resolve(null),
    send: (message) => told.push(message),
  })
  return {
    told,
    response,
    pulls: () => pulls,
    write: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    lose: () => controller?.error(new TypeError('the connection is gone')),
    kinds: () => told.map(({ kind }) => kind),
  }
}

/** Reads the first piece, and no further. */
async function begin(watched: ReturnType<typeof watch>) {
  watched.write(words)
  const reader = watched.response.body?.getReader()
  await reader?.read()
  await expect.poll(watched.kinds).toEqual(['open', 'part'])
  return reader
}

const isOver = (watched: ReturnType<typeof watch>) =>
  expect.poll(() => watched.told.at(-1)?.kind).toBe('close')

test('what comes of an answer is told though the page reads no further, up to its end', async () => {
  const watched = watch()
  await begin(watched)
  watched.write(words)
  await expect.poll(watched.kinds).toEqual(['open', 'part', 'part'])
  watched.end()
  await isOver(watched)
})

test('a page that reads on later has all of it, in order', async () => {
  const watched = watch()
  const reader = await begin(watched)
  watched.write('data: {"choices":[]}\n\n')
  watched.write('data: [DONE]\n\n')
  watched.end()
  await isOver(watched)
  let rest = ''
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    rest += new TextDecoder().decode(value)
  }
  expect(rest).toBe('data: {"choices":[]}\n\ndata: [DONE]\n\n')
})

test('a connection that is lost while the page does not read is over, and the page is told', async () => {
  const watched = watch()
  const reader = await begin(watched)
  watched.lose()
  await isOver(watched)
  await expect(reader?.read()).rejects.toThrow('the connection is gone')
})

test('a page that cancels ends it', async () => {
  const watched = watch()
  const reader = await begin(watched)
  await reader?.cancel()
  await isOver(watched)
})

test('what is no answer is read no faster than the page reads', async () => {
  const watched = watch()
  watched.write('nothing like one')
  const reader = watched.response.body?.getReader()
  await reader?.read()
  const before = watched.pulls()
  watched.write('nothing like one either')
  await Promise.resolve()
  expect(watched.pulls()).toBe(before)
  expect(watched.told.filter(({ kind }) => kind === 'part')).toHaveLength(1)
})

test('so much and no more is read ahead of a page that does not read', async () => {
  const watched = watch()
  await begin(watched)
  const long = `data: {"choices":[{"delta":{"content":"${'x'.repeat(200_000)}"}}]}\n\n`
  for (let count = 0; count < 20; count += 1) watched.write(long)
  const length = () =>
    watched.told.reduce((sum, each) => sum + (each.kind === 'part' ? each.text.length : 0), 0)
  await expect.poll(length).toBeGreaterThan(1024 * 1024)
  expect(length()).toBeLessThan(1.5 * 1024 * 1024)
})

const lastWords: readonly [string, string, boolean][] = [
  ['the mark of the end', 'data: [DONE]', true],
  ['the mark with its line', 'data:[DONE]\r\n', true],
  ['an error', 'data: {"error":{"code":"x"}}\n', true],
  ['an error whose line is not over', 'data: {"error":{"code":"x"}}', false],
  ['an error by its name', 'event: error\ndata: {"message":"x"}\n', true],
  ['the name alone', 'event: error\n', false],
  ['an event of another name', 'event: message\ndata: {"message":"x"}\n', false],
  ['words about an error', 'data: {"choices":[{"delta":{"content":"{\\"error\\":1}"}}]}\n', false],
  ['the mark within words', 'data: {"choices":["data: [DONE]"]}\n', false],
]

test.each(lastWords)('%s, however it is cut: %j', (_what, text, isLast) => {
  for (let size = 1; size <= text.length; size += 1) {
    const hear = hearLastWord()
    let heard = false
    for (let at = 0; at < text.length; at += size) heard ||= hear(text.slice(at, at + size))
    expect(heard, `in pieces of ${size}`).toBe(isLast)
  }
})
