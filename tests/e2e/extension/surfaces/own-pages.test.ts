import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { expectInOrder } from '../../../support/browser/expect-in-order.ts'
import type { ObservedSite } from '../../../support/extension/start-observed-site.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// The extension's own pages, where no page of a site can draw.

const pages = await untilEnd(startOwnPages(inject('demo')))
const { observed, own, chat, open, openFor } = pages
await pages.ask()

beforeEach(() => observed.gateway.lie({}))

test.each<[string, () => Promise<unknown>, number]>([
  ['the popup of another site', () => open('popup.html?origin=https://chat.example.com'), 380],
  ['the popup', () => openFor('popup'), 380],
  ['the side panel', () => openFor('sidepanel'), 320],
])('%s fits and has nothing that axe finds, in light and dark', async (_name, openIt, width) => {
  await openIt()
  await expectInOrder(own, width, ['light', 'dark'])
})

test('the settings fit and have nothing that axe finds, in light and dark; they refuse values that cannot be used, and are loud in development mode', async () => {
  await open('options.html')
  await expectInOrder(own, 320, ['light', 'dark'])
  for (const name of ['Gateways', 'Sites', 'Keeping', 'Measurements', 'Development mode']) {
    await own.getByRole('link', { name }).click()
    await own.getByRole('heading', { name }).first().waitFor()
    await expectInOrder(own, 320, ['light'])
  }
  const alarm = own.getByRole('alert').filter({ hasText: 'Development mode' })
  expect(await alarm.count()).toBe(0)
  await own.getByLabel('Accept simulated enclaves').click()
  await alarm.waitFor()
  await own.getByLabel('Accept simulated enclaves').click()
  // It stands above the links, which move when it goes.
  await alarm.waitFor({ state: 'hidden' })
  await own.getByRole('link', { name: 'Measurements' }).click()
  await own.getByLabel('Reference values, JSON').fill('{"compose_hashes": []}')
  await own.getByRole('button', { name: 'Accept these values' }).click()
  await own.getByText('These values cannot be used').waitFor()
})

test('a signer that changed between the look and the pin is not pinned', async () => {
  await observed.ui({ kind: 'remove-gateway', origin: observed.gateway.baseUrl })
  await open('welcome.html')
  await own.getByLabel('Its address').fill(observed.gateway.baseUrl)
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('Who signs').waitFor()
  const real = await own.getByText(/^0x[0-9a-f]{40}$/).innerText()
  observed.gateway.lie(otherSigner(`0x${'ab'.repeat(20)}`))
  await own.getByRole('button', { name: 'Pin this signer' }).click()
  await own.getByText('another signer than a moment ago').waitFor()
  expect((await observed.ui({ kind: 'read-settings' })).gateways).toEqual([])
  observed.gateway.lie({})
  await observed.ui({
    kind: 'add-gateway',
    origin: observed.gateway.baseUrl,
    signer: real,
    key: null,
  })
})

/** A gateway that publishes another signer than the one that signs. */
function otherSigner(address: string): Parameters<ObservedSite['gateway']['lie']>[0] {
  return {
    onAnswer(answer, { path }) {
      if (path !== '/api/limits') return
      const limits = JSON.parse(answer.body.toString()) as object
      answer.body = Buffer.from(JSON.stringify({ ...limits, seal_signer: address }))
    },
  }
}

test('a gateway that publishes another signer keeps its pin, and every page says so loudly', async () => {
  const address = `0x${'ab'.repeat(20)}`
  observed.gateway.lie(otherSigner(address))
  await open('options.html#gateways')
  await own.getByRole('button', { name: 'Check the signer now' }).click()
  const alarm = own.getByRole('alert').filter({ hasText: 'changed its signer' })
  await alarm.getByText(address).waitFor()
  await openFor('popup')
  await alarm.waitFor()
  // Until it is accepted, the pinned one judges.
  await chat.reload()
  await observed.ask(chat, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.state).toBe('promised')
  await alarm.getByRole('button', { name: 'Reject it' }).click()
  await expect.poll(() => alarm.count()).toBe(0)

  await observed.ui({ kind: 'check-gateway', origin: observed.gateway.baseUrl })
  await alarm.getByRole('button', { name: 'Accept the new signer' }).click()
  await expect.poll(() => alarm.count()).toBe(0)
  await observed.ui({ kind: 'wipe' })
  await observed.ask(chat, 'svc-chat', false)
  await expect
    .poll(async () => (await observed.newest())?.card)
    .toMatchObject({ state: 'failed', failed: { id: 'receipt.signer' } })
  observed.gateway.lie({})
  await observed.ui({ kind: 'check-gateway', origin: observed.gateway.baseUrl })
  await observed.ui({
    kind: 'answer-signer-change',
    origin: observed.gateway.baseUrl,
    answer: 'accept',
  })
})
