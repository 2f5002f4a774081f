import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startMiddle } from '../../../support/peers/start-middle.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { stopWorkers } from '../../../support/extension/stop-workers.ts'
import { watchPosts } from '../../../support/extension/watch-posts.ts'

// Encryption from the browser: what the gateway is sent, and what the page gets.

const model = 'svc-assist-mini'
let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const { posts, observe, expectNothingInClear } = watchPosts(observed)

beforeEach(async () => {
  posts.length = 0
  observe()
  await observed.ui({ kind: 'wipe' })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

interface Refused {
  readonly status: number
  readonly error?: { readonly code: string; readonly message: string }
}

test('a request is encrypted, and its answer opened', async () => {
  const asked = await observed.ask(page, model, true)
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
    circumstances: expect.arrayContaining(['Encrypted here for the enclave.']) as string[],
  })
  const full = await observed.ui({ kind: 'read-answer', digest: answer?.card.digest ?? '' })
  expect(full?.verdict.kind).toBe('verified')
  expect(full?.sent).toContainEqual(
    expect.objectContaining({ path: 'messages[0].content', how: 'sealed' }),
  )
  expect(full?.sent).toContainEqual(expect.objectContaining({ path: 'model', how: 'clear' }))
})

test('without an enclave that verifies, when possible sends it in clear, and says so', async () => {
  await observed.ui({ kind: 'set-development', on: false })
  await observed.setPair({ takeover: 'possible' })
  expect((await observed.ask(page, model, false)).status).toBe(200)
  expect(posts.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  await expect
    .poll(async () => (await observed.newest())?.card)
    .toMatchObject({
      mode: 'tee',
      circumstances: expect.arrayContaining([
        'Straight from the gateway’s own address.',
      ]) as string[],
    })
})

test('a member that encryption cannot hide is refused by name, unless the user allowed it; then it is said', async () => {
  const more = { stop: ['never said'] }
  const refused = await observed.ask(page, model, false, more)
  expect(refused).toMatchObject({ status: 400, error: { code: 'e2ee_field_not_private' } })
  expect(posts).toEqual([])
  await observed.setPair({ takeover: 'always', clear: 'allow' })
  expect((await observed.ask(page, model, false, more)).status).toBe(200)
  expectNothingInClear()
  const { card } = (await observed.newest()) ?? {}
  expect(card?.circumstances).toContain('Sent in clear: stop.')
  const full = await observed.ui({ kind: 'read-answer', digest: card?.digest ?? '' })
  expect(full?.sent).toContainEqual(expect.objectContaining({ path: 'stop[0]', how: 'clear' }))
  expect(full?.verdict.checks).toContainEqual(
    expect.objectContaining({ id: 'e2ee.clear-fields', status: 'skip' }),
  )
  // When encryption is only wished for, it leaves beside the ciphertext, and not all of it in clear.
  posts.length = 0
  await observed.setPair({ takeover: 'possible' })
  expect((await observed.ask(page, model, false, more)).status).toBe(200)
  expect(posts.map(({ path }) => path)).toEqual(['/api/e2ee/relay'])
  expectNothingInClear()
})

test('a key that the user has is used for chats alone, only where the user said so, and goes nowhere else', async () => {
  await observed.ui({ kind: 'make-key', origin: observed.gateway.baseUrl })
  posts.length = 0
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
  // Not even for anything else at the gateway.
  await observed.setPair({ takeover: 'possible', key: 'mine' })
  await page.reload()
  posts.length = 0
  const asked = await page.evaluate(
    async ([url, name]) => {
      const { host } = new URL(url)
      const body = JSON.stringify({ model: name, messages: [{ role: 'user', content: 'Hi' }] })
      const urls = [
        `${url}/v1/chat/completions?key=1`,
        `${url}/v1/chat/completions/`,
        `${url}/v1/chat/../chat/completions/../../../api/keys`,
        `${url}/api/keys`,
        `${url}/v1/models`,
        `http://${host}.127.0.0.1.nip.invalid/v1/chat/completions`,
        `http://page:own@${host}/v1/chat/completions`,
      ]
      return Promise.all(
        urls.map((each) =>
          fetch(each, { method: 'POST', body }).then(
            ({ status }) => status,
            () => 'refused',
          ),
        ),
      )
    },
    [observed.gateway.baseUrl, model] as const,
  )
  // Each is the page's own request: nothing is added to it, and the last two never come there.
  expect(asked).toEqual([200, 200, 201, 201, 405, 'refused', 'refused'])
  expect(posts.map(({ path }) => path).toSorted()).toEqual([
    '/api/keys',
    '/api/keys',
    '/v1/chat/completions/',
    '/v1/chat/completions?key=1',
    '/v1/models',
  ])
  expect(posts.map(({ authorization }) => authorization)).toEqual(Array(5).fill(undefined))
  // And for a chat it is used.
  posts.length = 0
  await observed.ask(page, model, false)
  expect(posts.map(({ authorization }) => authorization)).toEqual([
    expect.stringMatching(/^Bearer sk-csn-/),
  ])
  await observed.ui({ kind: 'set-key', origin: observed.gateway.baseUrl, key: null })
})

test('a gateway that is gone is an error, though encryption is only wished for, and nothing is sent', async () => {
  const gone = await startMiddle(observed.gateway.baseUrl)
  const { baseUrl: origin } = gone
  const { signers } = await observed.ui({ kind: 'look-at-gateway', url: origin })
  const signer = signers.current.address
  await observed.ui({ kind: 'add-gateway', origin, signer, key: null })
  await observed.setPair({ gateway: origin, takeover: 'possible' })
  await page.reload()
  const ask = (stream: boolean) =>
    page.evaluate(
      ([url, name, streamed]) =>
        (globalThis as unknown as { ask(...all: unknown[]): Promise<Refused> }).ask(
          url,
          name,
          streamed,
        ),
      [origin, model, stream] as const,
    )
  expect((await ask(false)).status).toBe(200)
  await gone.close()
  posts.length = 0
  // Whether its enclave was verified before, or is to be verified yet.
  const known = await ask(true)
  // What is started again verifies each enclave again.
  await stopWorkers(page)
  for (const { status, error } of [known, await ask(false)]) {
    expect({ status, code: error?.code }).toEqual({ status: 502, code: 'upstream_error' })
    expect(error?.message).toBe('The gateway cannot be reached. Nothing was sent in clear.')
  }
  expect(posts).toEqual([])
  await observed.ui({ kind: 'remove-gateway', origin })
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
