import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// A gateway's own page hands over its address and its signer: by a click in the popup, and in no other way.

let asked: string[] = []
const page = '<!doctype html><title>a page</title><main>words</main>'
const offering = page.replace(
  '<main>',
  '<meta name="countersign-gateway" content="/x"><body><main>',
)

const pages = await untilEnd(startOwnPages(inject('demo')))
pages.observed.site.pages.set('/plain', page)
pages.observed.site.pages.set('/offering', offering)
pages.observed.site.pages.set(
  '/in-its-words',
  page.replace('words', '<meta name="countersign-gateway" content="/api/limits">'),
)

beforeEach(async () => {
  asked = []
  const { site } = pages.observed
  site.handle = (request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(404).end()
  }
  await pages.reset('left')
  await pages.observed.ui({ kind: 'disable-site', origin: pages.observed.siteUrl })
})

/** What the site says of itself, as if it were a gateway. */
async function signAs(signer: string): Promise<void> {
  const { observed } = pages
  const limits = (await (await fetch(`${observed.gateway.baseUrl}/api/limits`)).json()) as object
  observed.site.handle = (request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...limits, seal_signer: signer, retired_signers: [] }))
  }
}

const openOn = async (path: string) => {
  await pages.chat.goto(`${pages.observed.siteUrl}${path}`)
  await pages.openFor('popup')
  await pages.own
    .getByText('The extension does nothing on this site yet.')
    .or(offer())
    .first()
    .waitFor()
}
const offer = () => pages.own.getByRole('heading', { name: 'This is a gateway' })
const gateways = async () => (await pages.settings()).gateways.map(({ origin }) => origin)

test('what a gateway’s page offers is named by the click alone, with the signer that its address publishes; another signer has no button', async () => {
  const { own, observed, button } = pages
  const signer = `0x${'ab'.repeat(20)}`
  await signAs(signer)
  await openOn('/offering')
  await offer().waitFor()
  await own.getByText(signer).waitFor()
  await own.getByText('The signer is the key').waitFor()
  expect(await checkAxe(own)).toEqual([])
  // Not what the page wrote: the one path that says it.
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/api/limits'])
  expect(await gateways()).toEqual([observed.gateway.baseUrl])
  await button('Use it for my chats').click()
  await own.getByText('you pinned its signer').waitFor()
  expect((await pages.settings()).gateways).toMatchObject([
    { origin: observed.gateway.baseUrl },
    { origin: observed.siteUrl, signers: { current: { address: signer } }, hasKey: false },
  ])
  // Named already, it shows another signer on its page.
  await signAs(`0x${'cd'.repeat(20)}`)
  await openOn('/offering')
  await own.getByRole('alert').getByText('with another signer, which stays pinned').waitFor()
  expect(await button('Use it for my chats').count()).toBe(0)
  const named = (await pages.settings()).gateways.find(({ origin }) => origin === observed.siteUrl)
  expect(named?.signers.current.address).toBe(signer)
  await observed.ui({ kind: 'remove-gateway', origin: observed.siteUrl })
})

test('a page that only says it is a gateway’s is said to be none', async () => {
  await pages.chat.goto(`${pages.observed.siteUrl}/offering`)
  await pages.openFor('popup')
  await pages.own.getByText('This page says that it belongs to a gateway.').waitFor()
  expect(await pages.button('Use it for my chats').count()).toBe(0)
  expect(await gateways()).toEqual([pages.observed.gateway.baseUrl])
})

test('any other page is asked nothing, whatever somebody wrote into it', async () => {
  for (const path of ['/plain', '/in-its-words']) {
    await openOn(path)
    await pages.button('Enable on this site').waitFor()
    expect(await offer().count()).toBe(0)
  }
  expect(asked.filter((path) => path !== '/favicon.ico')).toEqual([])
})
