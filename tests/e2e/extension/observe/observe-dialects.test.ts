import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// A chat page that asks `/v1/messages` and `/v1/responses` itself, as front-ends do that speak those dialects.

const dialectPage = `<!doctype html><title>chat</title><style>body{font:16px/1.6 system-ui;max-width:44rem;margin:2rem auto}article{padding:.6rem 0}</style><main></main><script>
const asked = { messages: { max_tokens: 500, system: 'Be brief.', messages: [{ role: 'user', content: 'Hello, these words are private.' }] },
  responses: { instructions: 'Be brief.', input: 'Hello, these words are private.' } }
async function askIn(gateway, dialect, stream) {
  const turn = document.createElement('article')
  document.querySelector('main').append(turn)
  const response = await fetch(gateway + '/v1/' + dialect, {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'svc-chat', stream, ...asked[dialect] }) })
  if (!stream) {
    const { content, output } = await response.json()
    turn.textContent = (content ?? output.flatMap((item) => item.content ?? [])).map(({ text }) => text).join('')
    return
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const { type, delta } = JSON.parse(line.slice(6))
      if (type === 'content_block_delta') turn.textContent += delta.text ?? ''
      if (type === 'response.output_text.delta') turn.textContent += delta
    }
  }
}
</script>`

let page: Page

const observed = await untilEnd(
  startObservedSite({
    running: inject('demo'),
    pages: { '/dialects': dialectPage },
  }),
)
const middle = observed.gateway

beforeEach(async () => {
  middle.lie({})
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage('/dialects')
  return () => observed.leavePage(page)
})

const ask = (dialect: string, stream: boolean) =>
  page.evaluate(
    ([url, name, streamed]) =>
      (globalThis as unknown as { askIn: (...args: unknown[]) => Promise<void> }).askIn(
        url,
        name,
        streamed,
      ),
    [middle.baseUrl, dialect, stream] as const,
  )

/** Alters what is answered to the page, and nothing else. */
function alterAnswers(alter: (text: string) => string): void {
  middle.lie({
    onAnswer(answer, { path }) {
      if (path.startsWith('/v1/')) answer.body = Buffer.from(alter(answer.body.toString()))
    },
  })
}

test('a message that is streamed gets its badge, and a response with another word fails', async () => {
  await ask('messages', true)
  await page.locator('article + countersign-badge').waitFor()
  await expect
    .poll(async () => (await observed.newest())?.card)
    .toMatchObject({ state: 'promised', shown: 'same', failed: null })
  expect((await observed.newest())?.question).toBe('Hello, these words are private.')
  // Each time it is said: an answer of responses says its words up to four times.
  alterAnswers((text) => text.replaceAll('anything', 'something'))
  await ask('responses', true)
  await page.locator('article:nth-of-type(2) + countersign-badge').waitFor()
  await expect
    .poll(async () => (await observed.newest())?.card)
    .toMatchObject({ state: 'failed', failed: { id: 'commitment.response' } })
})
