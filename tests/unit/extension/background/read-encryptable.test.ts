import { expect, test } from 'vitest'
import { readEncryptable } from '../../../../extension/background/encrypt/read-encryptable.ts'

// What can be encrypted at all. For any other request a user decides, and never a browser's error.

const gateway = 'https://gateway.example'
const url = `${gateway}/v1/chat/completions`
const asked = {
  kind: 'encrypt',
  id: 1,
  url,
  authorization: null,
  request: '{"model":"m","messages":[]}',
  tooLong: null,
} as const

test('a chat to the gateway itself can be encrypted', () => {
  expect(readEncryptable(asked, gateway)).toEqual({ model: 'm', messages: [] })
})

test.each([
  ['another path', { url: `${gateway}/v1/embeddings` }, 'e2ee_unsupported_endpoint'],
  ['a path with a question', { url: `${url}?q=words` }, 'e2ee_unsupported_endpoint'],
  ['another host', { url: url.replace('gateway.', 'gateway2.') }, 'e2ee_unsupported_endpoint'],
  ['a name in the address', { url: url.replace('//', '//me@') }, 'e2ee_unsupported_endpoint'],
  ['a body that is too long', { request: null, tooLong: 9_000_000 }, 'request_too_large'],
  ['a body that is no text', { request: null }, 'e2ee_unsupported_endpoint'],
  ['a body that is no JSON', { request: 'model=m' }, 'e2ee_unsupported_endpoint'],
  ['a list', { request: '[]' }, 'e2ee_unsupported_endpoint'],
  ['a member twice', { request: '{"model":"m","model":"n"}' }, 'e2ee_unsupported_endpoint'],
  ['another stream', { request: '{"stream":"yes"}' }, 'e2ee_unsupported_endpoint'],
] as const)('%s cannot be encrypted', (_name, but, code) => {
  expect(() => readEncryptable({ ...asked, ...but }, gateway)).toThrow(
    expect.objectContaining({ name: 'ExchangeRefused', code }) as Error,
  )
})
