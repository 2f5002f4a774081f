import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// The switch for encryption stands where it can do something: where the page itself calls the gateway.

const pages = await untilEnd(startOwnPages(inject('demo')))
const { site, gateway } = pages.observed
for (const id of ['open-webui', 'nextchat']) {
  const fixture = join(import.meta.dirname, `../../../fixtures/frontends/${id}.html`)
  site.pages.set(`/${id}`, readFileSync(fixture, 'utf8'))
}
site.handle = (_request, response, body) => {
  void fetch(`${gateway.baseUrl}/v1/chat/completions`, { method: 'POST', body }).then(
    async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/json' })
      response.end(await answer.text())
    },
  )
}

const radios = () => pages.own.getByRole('radio').count()

/** Asks the site's own server, as a page does that has one. */
const askItsServer = () =>
  pages.chat.evaluate(async () => {
    const messages = [{ role: 'user', content: 'Hello, these words are private.' }]
    const body = JSON.stringify({ model: 'svc-chat', messages })
    await (await fetch('/v1/chat/completions', { method: 'POST', body })).json()
  })

test('where the page was seen calling the gateway, it stands there; where the site’s own server asks, the popup says so, and how the page is made to call it itself', async () => {
  const { own, chat, openFor, observed } = pages
  await pages.ask()
  await openFor('popup')
  await own.getByRole('radio', { name: 'Off' }).waitFor()
  expect(await radios()).toBe(3)
  await chat.goto(`${observed.siteUrl}/open-webui`)
  const straight = await observed.newest()
  await askItsServer()
  await expect.poll(() => observed.newest()).not.toEqual(straight)
  await openFor('popup')
  await own.getByText('This chat talks through its own server').waitFor()
  expect(await radios()).toBe(0)
  const link = own.getByRole('link', { name: 'Its direct mode' })
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/docs\.openwebui\.com\//)
  const before = await observed.newest()
  await chat.goto(`${observed.siteUrl}/nextchat`)
  await askItsServer()
  await expect.poll(() => observed.newest()).not.toEqual(before)
  await openFor('popup')
  const settings = own.getByRole('link', { name: 'Its settings' })
  expect(await settings.getAttribute('href')).toBe(`${observed.siteUrl}/#/settings`)
  // What is set is never out of sight.
  await observed.setPair({ takeover: 'always' })
  await own.getByRole('radio', { name: 'Always' }).waitFor()
})
