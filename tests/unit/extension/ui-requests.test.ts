import { expect, test } from 'vitest'
import { parseUiRequest } from '../../../extension/messages/ui-requests.ts'

// What the extension's own pages ask is read by its shape, and anything else is refused.

const request = (takeover: string) => ({
  kind: 'set-pair',
  pair: {
    site: 'https://chat.example',
    gateway: 'https://gateway.example',
    takeover,
    key: 'page',
    tools: 'ask',
    clear: 'refuse',
  },
})

test('a request with a word of its list is read, one with another word is not', () => {
  expect(parseUiRequest({ kind: 'read-settings' })).toEqual({ kind: 'read-settings' })
  expect(parseUiRequest(request('always'))).toEqual(request('always'))
  expect(parseUiRequest(request('sometimes'))).toBeNull()
})
