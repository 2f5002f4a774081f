import { expect, test } from 'vitest'
import type { HookMessage } from '../../../extension/messages/hook-messages.ts'
import { encryptRequest } from '../../../extension/page/encrypt-request.ts'
import type { HookChannel } from '../../../extension/page/hook-channel.ts'

test('a request that its page gave up before it was made goes nowhere', async () => {
  const sent: HookMessage[] = []
  const channel: HookChannel = {
    nextId: () => 1,
    send: (message) => sent.push(message),
    observe: () => {},
    takeoverOf: () => 'always',
    ruled: () => Promise.resolve(),
    isHeard: () => true,
    following: () => 0,
    follow: () => {},
    forget: () => {},
  }
  const answer = encryptRequest(channel, {
    url: 'https://gateway.example/v1/chat/completions',
    authorization: null,
    request: '{}',
    tooLong: null,
    signal: AbortSignal.abort('given up'),
  })
  expect(sent).toEqual([])
  await expect(answer).rejects.toBe('given up')
})
