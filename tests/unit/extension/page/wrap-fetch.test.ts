import { beforeEach, expect, test } from 'vitest'
import type { HookMessage } from '../../../../extension/messages/hook-messages.ts'
import type { HookChannel } from '../../../../extension/page/hook-channel.ts'
import { wrapFetch } from '../../../../extension/page/wrap/wrap-fetch.ts'

// Which requests of a page are sent as they are. In a browser: e2e/extension/takeover-ways.test.ts.

const gateway = 'https://gateway.example'
let takeover: 'possible' | 'always' | null = null
/** What the browser was asked for, and what the content script was told. */
let sent: string[] = []
let told: HookMessage[] = []
let rule = () => {}
let scope: { fetch: typeof fetch }

beforeEach(() => {
  takeover = null
  sent = []
  told = []
  const ruled = new Promise<void>((resolve) => {
    rule = resolve
  })
  const channel = {
    nextId: () => 1,
    send: (message) => told.push(message),
    observe: () => {},
    ruled: () => ruled,
    takeoverOf: (href) => (href.startsWith(gateway) ? takeover : null),
    isHeard: () => true,
    following: () => 0,
    follow: () => {},
    forget: () => {},
  } satisfies HookChannel
  scope = {
    fetch: (input: RequestInfo | URL) => {
      sent.push(input instanceof Request ? input.url : String(input))
      return Promise.resolve(new Response('as it came'))
    },
    location: { origin: 'https://chat.example' },
    document: { baseURI: 'https://chat.example/c' },
  } as unknown as typeof globalThis
  wrapFetch(scope as typeof globalThis, channel)
})

const post = { method: 'post', body: '{"messages":[]}' }

test('what is posted elsewhere is not sent before it is known how it is treated', async () => {
  const answer = scope.fetch(`${gateway}/v1/chat/completions`, post)
  await Promise.resolve()
  expect(sent).toEqual([])
  rule()
  expect(await (await answer).text()).toBe('as it came')
  expect(sent).toEqual([`${gateway}/v1/chat/completions`])
})

test('what a page posts to its own server waits for nothing', async () => {
  expect(await (await scope.fetch('/api/chat', post)).text()).toBe('as it came')
})

test.each(['possible', 'always'] as const)(
  'under %s what is posted to the gateway is handed over, and not sent',
  async (how) => {
    takeover = how
    rule()
    void scope.fetch(new Request(`${gateway}/v1/embeddings`, post))
    await expect.poll(() => told).toMatchObject([{ kind: 'encrypt', request: post.body }])
    expect(sent).toEqual([])
  },
)

test('under always nothing else that may have words in it is sent', async () => {
  takeover = 'always'
  rule()
  const asked: readonly [string, RequestInit?][] = [
    [`${gateway}/v1/models?words=secret`],
    [`${gateway}/v1/chat/completions`, { method: 'PUT', body: 'words' }],
    [`${gateway}/words`, { method: 'DELETE' }],
  ]
  const answers = await Promise.all(asked.map((each) => scope.fetch(...each)))
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(sent).toEqual([])
  await scope.fetch(`${gateway}/v1/models`)
  await scope.fetch('https://other.example/?words=public')
  expect(sent).toEqual([`${gateway}/v1/models`, 'https://other.example/?words=public'])
})
