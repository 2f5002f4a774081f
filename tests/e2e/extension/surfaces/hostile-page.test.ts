import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// The page is the attacker: it runs what it likes in its own world.

let page: Page

/** A block that looks like ours, signed by nobody. */
const svc = {
  privacy_mode: 'e2ee',
  privacy_label: 'End-to-end encrypted: only the attested enclave could read this',
  content_policy: 'unmoderated',
  receipt_digest: '00'.repeat(32),
  receipt: {
    body: {
      v: 1,
      issuedAt: '2026-11-21T00:00:00.000Z',
      model: 'm',
      mode: 'e2ee',
      promptCommit: '00'.repeat(32),
      responseCommit: '00'.repeat(32),
      enclave: { providerId: 'p', measurement: '00'.repeat(32), verifiedBy: 'aci-tdx-dcap/1' },
    },
    digest: '00'.repeat(32),
    signature: `0x${'11'.repeat(64)}1b`,
    signer: `0x${'11'.repeat(20)}`,
  },
  commitment_salts: { prompt: '00'.repeat(32), response: '00'.repeat(32) },
}

const text = 'Words that nobody signed at all.'

/** What the site's own server answers to a post. */
const forged = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: text } }],
  svc,
})

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
beforeEach(async () => {
  observed.gateway.lie({})
  observed.site.headers = {}
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

const badges = (where = page) => where.locator('countersign-badge').count()
const state = async () => (await observed.newest())?.card.state

/** Posts to the site's own server, and shows what it answers as an answer. */
function showForged(where = page): Promise<void> {
  return where.evaluate(async () => {
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      body: '{"messages":[]}',
    })
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
    const turn = document.createElement('article')
    turn.textContent = choices[0]?.message.content ?? ''
    document.querySelector('main')?.append(turn)
  })
}

test('a block that nobody signed is never called verified', async () => {
  observed.site.handle = (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(forged)
  await showForged()
  await expect.poll(state).toBe('failed')
  await expect.poll(() => badgeNames(page)).toEqual([expect.stringMatching(/^Check failed\. /)])
})

test('an answer whose text is not the one on screen gets no badge beside that text', async () => {
  await page.evaluate((url) => {
    const turn = document.createElement('article')
    turn.textContent = 'I am another text, and nobody signed me.'
    document.querySelector('main')?.append(turn)
    return fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: 'hi' }] }),
    }).then((response) => response.text())
  }, observed.gateway.baseUrl)
  await expect.poll(state).toBe('promised')
  expect(await badges()).toBe(0)
})

test('answers that race, and that the page gives up, are each judged by themselves', async () => {
  await page.evaluate(async (url) => {
    const ask = (n: number) => {
      const controller = new AbortController()
      const asked = fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        signal: controller.signal,
        body: JSON.stringify({
          model: 'svc-chat',
          stream: true,
          messages: [{ role: 'user', content: `Question ${n}` }],
        }),
      })
      if (n % 2 === 0)
        asked.then(
          () => controller.abort(),
          () => {},
        )
      return asked.then((response) => response.text()).catch(() => '')
    }
    await Promise.all(Array.from({ length: 4 }, (_, n) => ask(n)))
  }, observed.gateway.baseUrl)
  await expect
    .poll(
      async () =>
        (await observed.ui({ kind: 'list-answers', origin: null, search: '', skip: 0 })).total,
    )
    .toBeGreaterThanOrEqual(2)
  const { answers } = await observed.ui({
    kind: 'list-answers',
    origin: null,
    search: '',
    skip: 0,
  })
  for (const { card } of answers) expect(['promised', 'not-fully-checked']).toContain(card.state)
})

test('a page with a strict policy gets its badge all the same', async () => {
  observed.site.headers = {
    'content-security-policy': `default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; connect-src *; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  }
  await page.reload()
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
  const height = await page.locator('countersign-badge').evaluate((badge) => badge.clientHeight)
  expect(height).toBe(28)
})

test('a page that floods the extension is served what it asks, and keeps nobody else out', async () => {
  const other = await observed.openPage()
  const frame = (place: string, data: object) =>
    `42${JSON.stringify(['events', { message_id: place, data: { type: 'chat:completion', data } }])}`
  const answers = Array.from({ length: 500 }, (_, at) => frame(`m${at}`, { content: `${at}` }))
  observed.site.handle = (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    if (request.method === 'POST') return response.end(forged)
    const last = [frame('end', { choices: [], svc }), frame('end', { content: text, done: true })]
    return response.end([...answers, ...last].join('\u001e'))
  }
  const heard = await page.evaluate(async () => {
    // What a page can forge of the channel itself: another port, which comes too late.
    window.dispatchEvent(new Event('countersign-port-wanted'))
    const { port1, port2 } = new MessageChannel()
    const toPage: unknown[] = []
    port1.onmessage = ({ data }) => toPage.push(data)
    window.dispatchEvent(new MessageEvent('countersign-port', { ports: [port2] }))
    port1.postMessage({ kind: 'open', id: 1, url: 'x', request: null, place: null })
    const xhr = new XMLHttpRequest()
    const polled = new Promise((resolve) => {
      xhr.addEventListener('loadend', resolve)
    })
    xhr.open('GET', '/ws/own/socket.io/?transport=polling')
    xhr.send()
    await polled
    await Promise.all(
      // More than may wait.
      Array.from({ length: 70 }, async () => {
        const answer = await fetch('/v1/chat/completions', { method: 'POST', body: '{}' })
        return answer.text()
      }),
    )
    return toPage
  })
  expect(heard).toEqual([])
  // The flood went all the way, since what stands at its end was judged.
  const judged = async () => {
    const { turns, unplaced } = await readConversation(observed, page)
    return [...turns, ...unplaced].length
  }
  await expect.poll(judged).toBeGreaterThan(0)
  await expect.poll(async () => (await observed.newest())?.card.state).toBe('failed')
  await observed.ask(other, 'svc-chat', false)
  await other.locator('article + countersign-badge').waitFor()
  await observed.ask(page, 'svc-chat', false)
  await page.locator('article + countersign-badge').waitFor()
  await observed.leavePage(other)
})
