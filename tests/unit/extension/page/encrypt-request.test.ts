import { beforeEach, expect, test } from 'vitest'
import type { HookMessage } from '../../../../extension/messages/hook-messages.ts'
import { encryptRequest } from '../../../../extension/page/encrypt-request.ts'
import type { HookChannel } from '../../../../extension/page/hook-channel.ts'

const sent: HookMessage[] = []

beforeEach(() => {
  sent.length = 0
})

const ask = (
  of: Partial<Pick<HookChannel, 'isHeard' | 'following'>> = {},
  signal: AbortSignal | null = null,
) =>
  encryptRequest(
    {
      nextId: () => 1,
      send: (message) => sent.push(message),
      observe: () => {},
      takeoverOf: () => 'always',
      ruled: () => Promise.resolve(),
      isHeard: () => true,
      following: () => 0,
      follow: () => {},
      forget: () => {},
      ...of,
    },
    {
      url: 'https://gateway.example/v1/chat/completions',
      authorization: null,
      request: '{}',
      tooLong: null,
      signal,
    },
  )

test('a request is handed over once', () => {
  void ask()
  expect(sent).toMatchObject([{ kind: 'encrypt', id: 1, request: '{}' }])
})

test('a request that its page gave up before it was made goes nowhere', async () => {
  const answer = ask({}, AbortSignal.abort('given up'))
  expect(sent).toEqual([])
  await expect(answer).rejects.toBe('given up')
})

test.each([
  ['nobody hears it', { isHeard: () => false }, 503],
  ['too many are on their way', { following: () => 16 }, 429],
] as const)(
  'where %s, a request is refused in a form that chats show',
  async (_name, of, status) => {
    const answer = ask(of)
    expect(sent).toEqual([])
    expect(await answer).toMatchObject({ status })
  },
)
