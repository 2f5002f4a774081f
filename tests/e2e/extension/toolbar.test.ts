import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { readToolbar } from '../../support/read-toolbar.ts'
import { signAnswer } from '../../support/sign-answer.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'
import type { Lie } from '../../support/start-middle.ts'

// The toolbar says what a page's weakest answer is worth, where no page can draw.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const fixture = join(import.meta.dirname, '../../fixtures/frontends/open-webui.html')
observed.site.pages.set('/open-webui', readFileSync(fixture, 'utf8'))
const own = await observed.extension.context.newPage()
await own.goto(observed.extension.pageUrl('options.html'))

beforeEach(async () => {
  observed.gateway.lie({})
  observed.site.handle = (_request, response, body) => void throughServer(response, body)
  await observed.ui({ kind: 'wipe' })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** A site's own server, which asks the gateway and hands on what it got. */
async function throughServer(
  response: Parameters<ObservedSite['site']['handle']>[1],
  body: string,
): Promise<void> {
  const url = `${observed.gateway.baseUrl}/v1/chat/completions`
  const answer = await fetch(url, { method: 'POST', body })
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(await answer.text())
}

const toolbar = () => readToolbar(own, page)
const ask = (model: string) => observed.ask(page, model, false)
const askItsServer = (model: string) =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { ask(...all: unknown[]): Promise<unknown> }).ask('', name, false),
    model,
  )

/** Alters the answers to chat requests. */
const altered: Lie = {
  onAnswer(answer, { path }) {
    if (!path.endsWith('/chat/completions')) return
    answer.body = Buffer.from(answer.body.toString().replace('receipt says', 'receipt said'))
  },
}

test('where nothing was answered, or another page was loaded since, the toolbar says nothing', async () => {
  const nothing = { text: '', title: 'Countersign' }
  expect(await toolbar()).toEqual(nothing)
  await ask('svc-chat')
  await expect.poll(toolbar).not.toEqual(nothing)
  await page.goto(`${observed.siteUrl}/open-webui`)
  await expect.poll(async () => (await toolbar()).text).toBe('–')
  await page.goto(observed.siteUrl)
  await expect.poll(toolbar).toEqual(nothing)
})

const answered: readonly [string, { text: string; title: string }, () => Promise<unknown>][] = [
  ['a promise is kept', { text: '○', title: 'Private · promised' }, () => ask('svc-chat')],
  [
    'a simulated enclave answered',
    { text: '△', title: 'Simulated enclave' },
    () => ask('svc-assist-mini'),
  ],
  [
    'all holds that can be known behind the site’s server',
    { text: '○', title: 'Private · promised' },
    () => askItsServer('svc-chat'),
  ],
  [
    'an answer was altered',
    { text: '✕', title: 'Check failed' },
    () => {
      observed.gateway.lie(altered)
      return ask('svc-chat')
    },
  ],
  [
    'no receipt came',
    { text: '–', title: 'No receipt' },
    () => page.goto(`${observed.siteUrl}/open-webui`),
  ],
]

test('the toolbar says what answered, or that no receipt came', async () => {
  for (const [what, { text, title }, happen] of answered) {
    await observed.ui({ kind: 'wipe' })
    await page.goto(observed.siteUrl)
    await happen()
    await expect.poll(toolbar, { message: what }).toEqual({ text, title: `Countersign: ${title}` })
  }
})

test('a gateway that is named no longer is said to be unknown', async () => {
  const { baseUrl } = observed.gateway
  const { signers } = await observed.ui({ kind: 'look-at-gateway', url: baseUrl })
  await observed.ui({ kind: 'remove-gateway', origin: baseUrl })
  await askItsServer('svc-chat')
  const title = 'Countersign: Private · unknown signer'
  await expect.poll(toolbar).toEqual({ text: '?', title })
  const signer = signers.current.address
  await observed.ui({ kind: 'add-gateway', origin: baseUrl, signer, key: null })
})

test('on the gateway’s word alone an answer of hardware is called that; one that fails is all that counts then', async () => {
  const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
  const content = 'It says who answered, and in which mode; this one was signed by a test.'
  const message = { role: 'assistant', content }
  const { svc, signers } = await signAnswer({ mode: 'tee', messages, message, model: 'svc-chat' })
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  const body = JSON.stringify({ choices, svc })
  const lie: Lie = {
    onAnswer(answer, { path }) {
      if (path === '/api/limits') {
        const limits = JSON.parse(answer.body.toString()) as object
        answer.body = Buffer.from(
          JSON.stringify({ ...limits, seal_signer: signers.current.address }),
        )
      }
      if (path.endsWith('/chat/completions')) answer.body = Buffer.from(body)
    },
  }
  const { baseUrl: origin } = observed.gateway
  const { signers: real } = await observed.ui({ kind: 'look-at-gateway', url: origin })
  observed.gateway.lie(lie)
  await observed.ui({ kind: 'check-gateway', origin })
  await observed.ui({ kind: 'answer-signer-change', origin, answer: 'accept' })
  await ask('svc-chat')
  const title = 'Countersign: Attested enclave · gateway’s claim'
  await expect.poll(toolbar).toEqual({ text: '◇', title })
  // Of another signer than the one that was accepted.
  observed.gateway.lie({})
  await ask('svc-chat')
  await expect.poll(toolbar).toEqual({ text: '✕', title: 'Countersign: Check failed' })
  await observed.ui({ kind: 'check-gateway', origin })
  await observed.ui({ kind: 'answer-signer-change', origin, answer: 'accept' })
  const { gateways } = await observed.ui({ kind: 'read-settings' })
  expect(gateways[0]?.signers.current.address).toBe(real.current.address)
})
