import { expect, test } from 'vitest'
import { bodyText } from '../../../../extension/page/body-text.ts'
import { requestLimit } from '../../../../extension/page/limits.ts'

const to = 'https://gw.example/v1/chat/completions'
const long = 'x'.repeat(requestLimit + 1)

test.each<[string, BodyInit]>([
  ['a text', 'words'],
  ['bytes', new TextEncoder().encode('words')],
  ['a Blob', new Blob(['words'])],
  ['a query', new URLSearchParams({ words: '' })],
])('%s is read', async (_what, body) => {
  const { text, tooLong } = await bodyText(to, { method: 'POST', body })
  expect(text).toMatch(/^words=?$/)
  expect(tooLong).toBeNull()
})

test.each<[string, BodyInit]>([
  ['a text', long],
  ['bytes', new TextEncoder().encode(long)],
  ['a Blob', new Blob([long])],
])('%s that is too long is measured, and not passed on', async (_what, body) => {
  const read = await bodyText(to, { method: 'POST', body })
  expect(read).toEqual({ text: null, tooLong: requestLimit + 1 })
})

test('a Blob that is too long is not read at all', async () => {
  const blob = new Blob([long])
  blob.text = () => Promise.reject(new Error('it was read'))
  expect((await bodyText(to, { method: 'POST', body: blob })).tooLong).toBe(requestLimit + 1)
})

test('of a stream without end no more is read than is passed on, and the page’s own goes on', async () => {
  const piece = new Uint8Array(1024 * 1024)
  let pieces = 0
  const stream = new ReadableStream({
    pull(controller) {
      pieces += 1
      controller.enqueue(piece)
    },
  })
  const request = new Request(to, { method: 'POST', body: stream, duplex: 'half' } as RequestInit)
  const { text, tooLong } = await bodyText(request, undefined)
  expect(text).toBeNull()
  expect(tooLong).toBe(9 * piece.length)
  expect(pieces).toBeLessThan(12)
  const reader = request.body?.getReader()
  expect((await reader?.read())?.value).toHaveLength(piece.length)
})

test('a body that cannot be read is none, and no error', async () => {
  const request = new Request(to, { method: 'POST', body: 'words' })
  await request.text()
  expect(await bodyText(request, undefined)).toEqual({ text: null, tooLong: null })
})
