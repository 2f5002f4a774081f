import { beforeEach, expect, test } from 'vitest'
import { openGate } from '../../../../extension/content/gate/open-gate.ts'
import { mostEncrypting, partLimit } from '../../../../extension/page/limits.ts'

// What passes from the page's world to the background. A page may say anything.

let observed: unknown[] = []
let refused: number[] = []
/** Those that are being encrypted, with what ends each. */
const encrypting = new Map<number, () => void>()
let aborted: number[] = []
let gate: ReturnType<typeof openGate>

beforeEach(() => {
  observed = []
  refused = []
  aborted = []
  encrypting.clear()
  gate = openGate({
    observed: (message) => observed.push(message),
    encrypt({ id }, over) {
      expect(encrypting.has(id)).toBe(false)
      encrypting.set(id, () => {
        encrypting.delete(id)
        over()
      })
      return { abort: () => aborted.push(id) }
    },
    refuse: (id) => refused.push(id),
  })
})

const url = 'https://gateway.example/v1/chat/completions'
const encrypt = (id: number) =>
  gate.pass({ kind: 'encrypt', id, url, authorization: null, request: '{}', tooLong: null })

test('of one page so many requests are encrypted at once, and one more is refused until one is over', () => {
  for (let id = 1; id <= mostEncrypting + 1; id += 1) encrypt(id)
  expect(encrypting.size).toBe(mostEncrypting)
  expect(refused).toEqual([mostEncrypting + 1])
  encrypting.get(1)?.()
  encrypt(mostEncrypting + 2)
  expect(encrypting.size).toBe(mostEncrypting)
  expect(refused).toEqual([mostEncrypting + 1])
})

test('a number that is taken is given to no other request', () => {
  encrypt(1)
  encrypt(1)
  expect(refused).toEqual([1])
  gate.pass({ kind: 'abort', id: 1 })
  expect(aborted).toEqual([1])
})

test.each([
  ['nothing', null],
  ['a text', 'open'],
  ['another kind', { kind: 'page', id: 1, page: 'another' }],
  ['no number', { kind: 'close' }],
  ['a part of a number', { kind: 'close', id: 0.5 }],
  ['no address', { kind: 'open', id: 1, request: null, place: null }],
  ['no words', { kind: 'part', id: 1 }],
  ['too many words', { kind: 'part', id: 1, text: 'x'.repeat(partLimit + 1) }],
])('%s does not pass', (_name, message) => {
  gate.pass(message)
  expect([observed, refused, encrypting.size]).toEqual([[], [], 0])
})
