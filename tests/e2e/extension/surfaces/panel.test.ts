import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// The side panel: what is true of the page beside it, also where that is little.

const pages = await untilEnd(startOwnPages(inject('demo')))
for (const frontend of ['librechat', 'open-webui']) {
  const path = join(import.meta.dirname, `../../../fixtures/frontends/${frontend}.html`)
  pages.observed.site.pages.set(`/${frontend}`, readFileSync(path, 'utf8'))
}

beforeEach(() => pages.reset())

test('of a front-end whose server drops receipts nothing is said about any answer; of another one an answer without a receipt is shown as such, in its place', async () => {
  const { observed, own, chat, openFor } = pages
  await chat.goto(`${observed.siteUrl}/librechat`)
  await openFor('sidepanel')
  await own.getByText('The server of this chat drops receipts.').waitFor()
  expect(await own.locator('main').innerText()).not.toMatch(/proven|signed/i)
  await chat.goto(`${observed.siteUrl}/open-webui`)
  await openFor('sidepanel')
  await own.getByText('Weakest: answer 1 of 2. No receipt came with this answer.').waitFor()
  const list = own.getByRole('list', { name: 'Answers, in the order of the page' })
  expect(
    await list
      .getByText('No receipt came with this answer. Nothing is known about how it was delivered.')
      .count(),
  ).toBe(2)
  await chat.goto(observed.siteUrl)
})

test('an answer without a place on the page is apart, and counts for no other one', async () => {
  const { observed, own, chat, openFor, ask } = pages
  await ask('svc-chat')
  await chat.evaluate(async (url) => {
    const body = { model: 'svc-assist-mini', messages: [{ role: 'user', content: 'A title' }] }
    const init = { method: 'POST', body: JSON.stringify(body) }
    await (await fetch(`${url}/v1/chat/completions`, init)).json()
  }, observed.gateway.baseUrl)
  await openFor('sidepanel')
  await own.getByText('The only answer: 127.0.0.1').waitFor()
  await own.getByText('1 more that the page does not show').click()
  await own.getByRole('link', { name: /Simulated enclave$/ }).waitFor()
})

test('what was sealed and what left in clear is told field by field', async () => {
  const { observed, own, openFor, ask } = pages
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  await expect.poll(async () => (await pages.settings()).pairs[0]?.takeover).toBe('always')
  await pages.chat.reload()
  await ask('svc-assist-mini')
  await openFor('sidepanel')
  await own.getByRole('row', { name: /^messages\[0\]\.content encrypted \d+$/ }).waitFor()
  await own.getByRole('row', { name: /^model in clear \d+$/ }).waitFor()
  const way = await own.getByText('Encrypted here for the enclave.').innerText()
  expect(way).not.toContain('in clear')
  await pages.open(`answer.html?digest=${(await observed.newest())?.card.digest}`)
  await own.getByText('The encrypted exchange, which the receipt covers').waitFor()
  const words = await pages.chat.locator('article').innerText()
  expect((await own.locator('main').innerText()).split(words)).toHaveLength(2)
  await own.getByRole('alert').getByText('Development mode.').waitFor()
  // A simulation holds together, and nothing of it is called passed.
  const root = own.locator('.checks > li').filter({ hasText: 'quote.root' })
  expect(await root.innerText()).toMatch(/^Holds in the simulation\s+In the simulation: /)
  await observed.ui({ kind: 'set-development', on: false })
})
