import { expect, test } from 'vitest'
import { parseFromHook, type FromHook } from '../../../../extension/messages/hook-messages.ts'
import { observeResponse } from '../../../../extension/page/observe-response.ts'
import { waitForAnswer } from '../../../../extension/page/wait-for-answer.ts'

const answer = 'data: {"choices":[{"delta":{"content":"Hi"}}],"svc":{}}\n\ndata: [DONE]\n\n'

/** What is told of the responses that a page gets one after the other. */
function watch() {
  const told: FromHook[] = []
  const send = waitForAnswer((message) => told.push(message))
  let id = 0
  return {
    told,
    respond: (body: BodyInit, request: Promise<string | null> = Promise.resolve('asked')) => {
      id += 1
      return observeResponse(new Response(body), { id, request, send })
    },
  }
}

test('however many bodies a page never reads, the next answer is observed', async () => {
  const { told, respond } = watch()
  for (let count = 0; count < 1000; count += 1) respond('OK')
  await respond(answer).text()
  expect(told.map(({ kind }) => kind)).toEqual(['open', 'part', 'close'])
})

test('however many bodies a page leaves half read, the next answer is observed', async () => {
  const { told, respond } = watch()
  for (let count = 0; count < 1000; count += 1) {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('not yet')),
    })
    await respond(endless).body?.getReader().read()
  }
  await respond(answer).text()
  expect(told.map(({ kind }) => kind)).toEqual(['open', 'part', 'close'])
})

test('a response does not wait for its request to be read, and what is told of it does', async () => {
  const { told, respond } = watch()
  let tellRequest = (_text: string) => {}
  const request = new Promise<string>((resolve) => {
    tellRequest = resolve
  })
  expect(await respond(answer, request).text()).toBe(answer)
  expect(told).toEqual([])
  tellRequest('asked late')
  await request
  await Promise.resolve()
  expect(told.map(({ kind }) => kind)).toEqual(['open', 'part', 'close'])
  expect(told[0]).toMatchObject({ request: 'asked late' })
})

test.each([
  ['a message', '{"type":"message_start","message":{"role":"assistant"}}'],
  ['a message with spaces', '{"type": "message_start", "message": {"role": "assistant"}}'],
  ['a response', '{"type":"response.created","response":{}}'],
  ['a whole message', '{"id":"msg_1","type":"message","role":"assistant","content":[]}'],
  ['a whole response', '{"id":"resp_1","object":"response","output":[]}'],
])('the beginning of %s is followed, however it is cut', async (_name, begin) => {
  const { told, respond } = watch()
  const letters = new ReadableStream({
    start(controller) {
      for (const letter of begin) controller.enqueue(new TextEncoder().encode(letter))
      controller.close()
    },
  })
  await respond(letters).text()
  expect(told.at(0)?.kind).toBe('open')
  expect(told.map((each) => (each.kind === 'part' ? each.text : '')).join('')).toBe(begin)
})

test('of a response with a long address the beginning of the address is told', async () => {
  const told: FromHook[] = []
  const long = new Response(answer)
  Object.defineProperty(long, 'url', { value: `https://chat.example/${'x'.repeat(5_000)}` })
  const send = (message: FromHook) => told.push(parseFromHook(message))
  await observeResponse(long, { id: 1, request: Promise.resolve(null), send }).text()
  expect(told[0]).toMatchObject({ kind: 'open', url: expect.stringMatching(/^https:.*x$/) })
})

test('of what pages post besides nothing is told', async () => {
  const { told, respond } = watch()
  for (const body of [
    '{"type":"message","text":"Hello","user":"U1"}',
    '{"object":"list","data":[]}',
    'data: {"type":"message","data":{}}\n\n',
  ]) {
    // oxlint-disable-next-line no-await-in-loop
    await respond(body).text()
  }
  expect(told).toEqual([])
})
