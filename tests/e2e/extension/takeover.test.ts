import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// Encryption from the browser: what the gateway is sent, and what the page gets.

const model = 'svc-assist-mini'
let observed: ObservedSite
let page: Page
let posts: { path: string; body: string; authorization: string | undefined }[] = []

beforeAll(async () => {
  observed = await startObservedSite()
})

afterAll(() => observed.close())

beforeEach(async () => {
  posts = []
  observe()
  await observed.ui({ kind: 'wipe' })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => page.close()
})

/** Writes down what the gateway is posted, and lies as it is told to besides. */
function observe(more: Parameters<ObservedSite['gateway']['lie']>[0] = {}): void {
  observed.gateway.lie({
    ...more,
    onRequest({ path, request }) {
      if (request.body.length === 0) return
      const { authorization } = request.headers
      posts.push({ path, body: request.body.toString(), authorization })
    },
  })
}

/** Nothing that was posted holds the question; encrypted ones went to the relay. */
function expectNothingInClear(): void {
  for (const { path, body } of posts) {
    expect(path).toBe('/api/e2ee/relay')
    expect(body).not.toContain('receipt prove')
  }
}

test.each([true, false])(
  'a request is encrypted, and its answer opened, streamed: %s',
  async (stream) => {
    const asked = await observed.ask(page, model, stream)
    expect(asked.status).toBe(200)
    const shown = await page.locator('article').innerText()
    expect(shown).toContain('demo model')
    expect(posts).toHaveLength(1)
    expectNothingInClear()
    // Neither a salt nor a receipt comes to the page.
    expect(JSON.stringify(asked)).not.toMatch(/svc"|commitment_salts|promptCommit/)
    await page.locator('article + countersign-badge').waitFor()
    const answer = await observed.newest()
    expect(answer?.card).toMatchObject({
      state: 'simulated',
      mode: 'e2ee',
      failed: null,
      path: 'Encrypted in this browser, and opened by the enclave alone.',
    })
    const full = await observed.ui({ kind: 'read-answer', digest: answer?.card.digest ?? '' })
    expect(full?.verdict.kind).toBe('verified')
    expect(full?.left).toContainEqual(
      expect.objectContaining({ path: 'messages[0].content', how: 'sealed' }),
    )
    expect(full?.left).toContainEqual(expect.objectContaining({ path: 'model', how: 'clear' }))
  },
)

test('without an enclave that verifies, always refuses with an error that a page can show', async () => {
  await observed.ui({ kind: 'set-development', on: false })
  for (const stream of [false, true]) {
    const { status, error } = await observed.ask(page, model, stream)
    expect(status).toBe(503)
    expect(error?.code).toBe('attestation_unavailable')
  }
  expect(posts).toEqual([])
  expect(await observed.newest()).toBeNull()
})

test('without an enclave that verifies, when possible sends it in clear, and says so', async () => {
  await observed.ui({ kind: 'set-development', on: false })
  await observed.setPair({ takeover: 'possible' })
  expect((await observed.ask(page, model, false)).status).toBe(200)
  expect(posts.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  await page.locator('countersign-badge').waitFor()
  const { card } = (await observed.newest()) ?? {}
  expect(card).toMatchObject({ mode: 'tee', path: 'From the gateway to this page.' })
})

test('a model that no enclave serves is refused under always, and passed on when possible', async () => {
  const refused = await observed.ask(page, 'svc-chat', false)
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(posts).toEqual([])
  await observed.setPair({ takeover: 'possible' })
  expect((await observed.ask(page, 'svc-chat', false)).status).toBe(200)
})

const tools = [
  {
    type: 'function',
    function: { name: 'look_up', parameters: { type: 'object', properties: {} } },
  },
]

test('tools are refused, unless the user allowed them for this site; then it is said', async () => {
  const refused = await observed.ask(page, model, false, { tools })
  expect(refused).toMatchObject({ status: 400, error: { code: 'e2ee_tools_not_private' } })
  expect(posts).toEqual([])
  await observed.setPair({ takeover: 'always', tools: 'allow' })
  expect((await observed.ask(page, model, false, { tools, tool_choice: 'none' })).status).toBe(200)
  const { card } = (await observed.newest()) ?? {}
  const full = await observed.ui({ kind: 'read-answer', digest: card?.digest ?? '' })
  expect(full?.left).toContainEqual(
    expect.objectContaining({ path: 'tools[0].function.name', how: 'clear' }),
  )
})

test('a key that the user has is used only where the user said so, and goes nowhere else', async () => {
  await observed.ui({ kind: 'make-key', origin: observed.gateway.baseUrl })
  posts = []
  await observed.ask(page, model, false)
  expect(posts.map(({ authorization }) => authorization)).toEqual([undefined])
  await observed.setPair({ takeover: 'always', key: 'mine' })
  await observed.ask(page, model, false)
  expect(posts.at(-1)?.authorization).toMatch(/^Bearer sk-csn-/)
  const seen: string[] = []
  observed.site.handle = (request, response) => {
    seen.push(JSON.stringify(request.headers))
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}')
  }
  await page.evaluate(
    ([own, like]) =>
      Promise.allSettled(
        [own, like].map((url) =>
          fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{"messages":[]}' }),
        ),
      ),
    [observed.siteUrl, observed.siteUrl.replace('127.0.0.1', 'localhost')] as const,
  )
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.join()).not.toContain('sk-csn-')
  const shown = await page.evaluate(() => document.documentElement.outerHTML)
  expect(shown).not.toContain('sk-csn-')
  await observed.ui({ kind: 'set-key', origin: observed.gateway.baseUrl, key: null })
})

test('a gateway that cannot be reached is an error, and nothing else', async () => {
  observe({
    onAnswer(answer, { path }) {
      if (!path.startsWith('/api/e2ee')) return
      answer.status = 500
      answer.body = Buffer.from('<html>')
    },
  })
  await observed.ui({ kind: 'set-development', on: false })
  await observed.ui({ kind: 'set-development', on: true })
  const { status, error } = await observed.ask(page, 'svc-assist-code', false)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(error?.code).toMatch(/upstream_error|attestation_unavailable|model_not_found/)
  expectNothingInClear()
})

test('a site that is switched off gets its own fetch back, and its requests are its own again', async () => {
  await observed.ui({ kind: 'disable-site', origin: observed.siteUrl })
  // The page learns of it a moment later; until then its requests are nobody's.
  const ask = () => observed.ask(page, 'svc-chat', false).catch(() => ({ status: 0 }))
  await expect.poll(async () => (await ask()).status).toBe(200)
  expect([...new Set(posts.map(({ path }) => path))]).toEqual(['/v1/chat/completions'])
  expect(await page.locator('countersign-badge').count()).toBe(0)
  await observed.ui({ kind: 'enable-site', origin: observed.siteUrl })
})
