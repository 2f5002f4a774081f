import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { readToolbar } from '../../support/read-toolbar.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'
import type { Lie } from '../../support/start-middle.ts'

// The toolbar says what a page's weakest answer is worth, where no page can draw.

let page: Page

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const fixture = join(import.meta.dirname, '../../fixtures/frontends/open-webui.html')
observed.site.pages.set('/open-webui', readFileSync(fixture, 'utf8'))
const own = await observed.newTab()
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
    answer.body = Buffer.from(answer.body.toString().replace('the receipt', 'a receipt'))
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
