import { beforeEach, expect, inject, test, vi } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { checkAxe } from '../../support/check-axe.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'
import { patient } from '../../support/patient.ts'

// The extension's own pages, where no page of a site can draw.

const observed = await untilEnd(startObservedSite({ running: inject('demo') }))
const chat = await observed.openPage()
await observed.ask(chat, 'svc-chat', false)
await chat.locator('countersign-badge').waitFor()
await vi.waitUntil(async () => (await observed.newest())?.card.shown === 'same', patient)
const digest = (await observed.newest())?.card.digest ?? ''
const own = await observed.newTab()
await own.goto(observed.extension.pageUrl('options.html'))
const tabId = await own.evaluate(async () => {
  const { tabs } = (
    globalThis as unknown as {
      chrome: { tabs: { query(query: object): Promise<{ id: number }[]> } }
    }
  ).chrome
  return (await tabs.query({ url: 'http://127.0.0.1/*' }))[0]?.id ?? -1
})

beforeEach(() => observed.gateway.lie({}))

const open = (path: string) => own.goto(observed.extension.pageUrl(path))
const forSite = () => `origin=${encodeURIComponent(observed.siteUrl)}&tab=${tabId}`

/** Nothing of the page that is open sticks out of it, and axe finds nothing. */
async function expectInOrder(colours: readonly ('light' | 'dark')[]): Promise<void> {
  await own.locator('h1').first().waitFor()
  const overflow = await own.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  for (const colorScheme of colours) {
    await own.emulateMedia({ colorScheme })
    const rules = colorScheme === 'light' ? [] : ['color-contrast']
    expect(await checkAxe(own, rules), colorScheme).toEqual([])
  }
}

test.each<[string, () => string, number]>([
  ['the popup of another site', () => 'popup.html?origin=https://chat.example.com', 380],
  ['the side panel', () => `sidepanel.html?${forSite()}`, 320],
])('%s fits and has nothing that axe finds, in light and dark', async (_name, path, width) => {
  await own.setViewportSize({ width, height: 700 })
  await open(path())
  await expectInOrder(['light', 'dark'])
})

test('the settings fit and have nothing that axe finds, in light and dark; they refuse values that cannot be used, and are loud in development mode', async () => {
  await own.setViewportSize({ width: 320, height: 700 })
  await open('options.html')
  await expectInOrder(['light', 'dark'])
  for (const name of ['Gateways', 'Sites', 'Keeping', 'Measurements', 'Development mode']) {
    await own.getByRole('link', { name }).click()
    await own.getByRole('heading', { name }).first().waitFor()
    await expectInOrder(['light'])
  }
  expect(await own.getByRole('alert').filter({ hasText: 'Development mode' }).count()).toBe(0)
  await own.getByLabel('Accept simulated enclaves').click()
  await own.getByRole('alert').filter({ hasText: 'Development mode' }).waitFor()
  await own.getByLabel('Accept simulated enclaves').click()
  await own.getByRole('link', { name: 'Measurements' }).click()
  await own.getByLabel('Reference values, JSON').fill('{"compose_hashes": []}')
  await own.getByRole('button', { name: 'Accept these values' }).click()
  await own.getByText('These values cannot be used').waitFor()
})

test('the popup fits and has nothing that axe finds, in light and dark; it names the conversation’s weakest answer, and switches the site off and on', async () => {
  await own.setViewportSize({ width: 380, height: 700 })
  await open(`popup.html?${forSite()}`)
  await own.getByRole('heading', { name: 'Private · promised' }).waitFor()
  await expectInOrder(['light', 'dark'])
  await own.getByText('The only answer: 127.0.0.1').waitFor()
  await own.getByRole('button', { name: 'Switch off on this site' }).click()
  await own.getByText('The extension does nothing on this site yet.').waitFor()
  await expect.poll(() => chat.locator('countersign-badge').count()).toBe(0)
  await Promise.all([
    chat.waitForEvent('load'),
    own.getByRole('button', { name: 'Enable on this site' }).click(),
  ])
  await own.getByText('Watching this chat').waitFor()
  await chat.waitForFunction(() => 'ask' in globalThis)
  await observed.ask(chat, 'svc-chat', false)
  await own.getByText('The only answer: 127.0.0.1').waitFor()
})

test('the page of an answer fits and has nothing that axe finds, in light and dark; it shows each check, exports the receipt, and discloses one side', async () => {
  await own.setViewportSize({ width: 320, height: 700 })
  await open(`answer.html?digest=${digest}&disclose=response`)
  await own.getByText('The file will hold the receipt, the answer').waitFor()
  await own.getByText('The receipt was not altered after it was signed.').waitFor()
  await expectInOrder(['light', 'dark'])
  const [receipt] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Export receipt' }).click(),
  ])
  expect(receipt.suggestedFilename()).toBe(`countersign-${digest.slice(0, 12)}.json`)
  const [disclosure] = await Promise.all([
    own.waitForEvent('download'),
    own.getByRole('button', { name: 'Save the disclosure' }).click(),
  ])
  expect(disclosure.suggestedFilename()).toContain('response')
  await own.getByRole('button', { name: 'Disclose the question only' }).click()
  await own.getByText('The file will hold the receipt, the messages').waitFor()
})

test('the welcome fits and has nothing that axe finds, in light and dark; it shows who signs and what is not promised, and pins it with a key', async () => {
  await observed.ui({ kind: 'remove-gateway', origin: observed.gateway.baseUrl })
  await own.setViewportSize({ width: 320, height: 700 })
  await open('welcome.html')
  await expectInOrder(['light', 'dark'])
  await own.getByLabel('Its address').fill('http://gateway.example.com')
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('must be asked by https').waitFor()
  await own.getByLabel('Its address').fill('nonsense')
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('no address of a gateway').waitFor()
  await own.getByLabel('Its address').fill(observed.siteUrl)
  await own.getByRole('button', { name: 'Look at it' }).click()
  await own.getByText('does not answer like a gateway').waitFor()
  await own.getByLabel('Its address').fill(observed.gateway.baseUrl)
  await own.keyboard.press('Enter')
  await own.getByText('What this gateway does not promise').waitFor()
  await own.getByText(/^0x[0-9a-f]{40}$/).waitFor()
  await own.getByLabel('Make me a key').check()
  await own.getByRole('button', { name: 'Pin this signer' }).click()
  const key = await own.getByText(/^sk-csn-/).innerText()
  expect(key).toMatch(/^sk-csn-.{43}$/)
  await own.getByRole('button', { name: 'Go on' }).click()
  await own.getByText('Enable it where you chat').waitFor()
  const { gateways } = await observed.ui({ kind: 'read-settings' })
  expect(gateways).toMatchObject([{ origin: observed.gateway.baseUrl, hasKey: true }])
  expect(JSON.stringify(gateways)).not.toContain('sk-csn-')
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
  await open(`popup.html?${forSite()}`)
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

test('a receipt of another signer than the pinned one is an alarm by itself', async () => {
  const origin = observed.gateway.baseUrl
  const pin = async () => {
    const { signers } = await observed.ui({ kind: 'look-at-gateway', url: origin })
    await observed.ui({ kind: 'remove-gateway', origin })
    await observed.ui({ kind: 'add-gateway', origin, signer: signers.current.address, key: null })
  }
  observed.gateway.lie(otherSigner(`0x${'cd'.repeat(20)}`))
  await pin()
  observed.gateway.lie({})
  await chat.reload()
  await observed.ask(chat, 'svc-chat', false)
  await expect.poll(async () => (await observed.newest())?.card.state).toBe('failed')
  await open(`popup.html?${forSite()}`)
  await own.getByRole('alert').filter({ hasText: 'changed its signer' }).waitFor()
  await pin()
})
