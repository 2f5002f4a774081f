import { askGateway } from '../../support/requests/ask-gateway.ts'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { nameSigner, openForm } from '../../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { watchPage } from '../../support/browser/watch-page.ts'
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())
const { page } = await watchPage(browser)
await page.goto(`${gateway.baseUrl}/privacy/`)

/** `/verify`, in a browser that has these addresses pinned, by gateway. */
async function openPinned(pins: Readonly<Record<string, string | undefined>>): Promise<void> {
  await page.evaluate((text) => {
    localStorage.setItem('countersign.pins', text)
  }, JSON.stringify(pins))
  await page.goto(`${gateway.baseUrl}/verify/`)
}

/** What its gateway says of its signers, from now on. */
async function gatewaySays(limits: object): Promise<void> {
  await page.unrouteAll()
  await page.route('**/api/limits', (route) => route.fulfill({ json: limits }))
}

function caseOf(name: string) {
  const found = receipts.cases.find((each) => each.name === name)
  if (!found) throw new Error(`the vectors have no case “${name}”`)
  return found
}

/** What `/verify` says of what was brought. */
const isSaid = (label: string) =>
  page.locator('#verdict-word', { hasText: new RegExp(`^${label}$`) }).waitFor()

test('a signer that was pinned and has changed is a loud event, and judges until it is accepted', async () => {
  await openPinned({ [gateway.baseUrl]: `0x${'ab'.repeat(20)}` })
  await page.getByRole('alert').getByText('changed its signer').waitFor()
  await pasteIntoVerify(page, await askGateway(gateway.baseUrl))
  await isSaid('Check failed')
  await page.getByRole('button', { name: 'Accept the new signer' }).click()
  await isSaid('Private · promised')
})

test('when it is the pinned one, a retired signer is judged by its dates, until it is forgotten', async () => {
  const { receipt, limits } = caseOf('a retired signer, in the first instant after its term')
  const inTerm = caseOf('a retired signer, in its term').limits
  await gatewaySays(limits)
  await openPinned({ [gateway.baseUrl]: receipt.signer })
  await page.getByRole('alert').getByText('changed its signer').waitFor()
  await pasteIntoVerify(page, JSON.stringify(receipt))
  await isSaid('Check failed')
  await gatewaySays(inTerm)
  await openForm(page)
  await page.locator('.signer-panel summary').click()
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await isSaid('Attested enclave · gateway’s claim')
  await page.getByRole('button', { name: 'Forget' }).click()
  await isSaid('Attested enclave · unknown signer')
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a gateway that did not sign is told beside the field, and so is one that this page’s own policy forbids to ask', async () => {
  const { receipt } = caseOf('a retired signer, in its term')
  const operator = { name: 'Example <b>Ltd</b>', url: 'https://example.org' }
  await gatewaySays({ seal_signer: `0x${'1'.repeat(40)}`, operator })
  await openPinned({})
  await page.getByText('publishes').waitFor()
  const panel = page.locator('.signer-panel')
  expect(await panel.innerText()).toContain(
    'Run by Example <b>Ltd</b> · https://example.org. The operator says so. Nobody checked it.',
  )
  expect(await panel.innerText()).not.toContain('somebody else')
  await pasteIntoVerify(page, JSON.stringify(receipt))
  // A reader who names the wrong gateway condemns no file.
  await isSaid('Attested enclave · unknown signer')
  await openForm(page)
  const { host } = new URL(gateway.baseUrl)
  await expect.poll(() => panel.innerText()).toContain(`Signed by somebody else than ${host}.`)
  await page.unrouteAll()
  await nameSigner(page, 'localhost:9')
  await page.locator('.problem', { hasText: 'could not be reached' }).waitFor()
  for (const [text, host] of [
    ['[::1]:9', '[::1]:9'],
    ['http://gateway.example', 'gateway.example'],
  ] as const) {
    await nameSigner(page, text)
    const sentence = `did not ask ${host}: it asks only over https`
    await page.locator('.problem', { hasText: sentence }).waitFor()
  }
})

/** Holds back what a page asks for until it is let go. */
async function holdBack(url: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const answered: Promise<void>[] = []
  await page.route(url, (route) => {
    const answer = held.promise.then(() => route.continue())
    answered.push(answer)
    return answer
  })
  return async () => {
    held.resolve()
    await Promise.all(answered)
  }
}

test('a pin that is chosen while the gateway is asked stays chosen', async () => {
  const pinned = `0x${'cd'.repeat(20)}`
  const letGo = await holdBack(`${gateway.baseUrl}/api/limits`)
  await openPinned({ 'http://localhost:9': pinned })
  await page.locator('.signer-panel summary').click()
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('localhost:9 is pinned to').waitFor()
  const answered = page.waitForResponse(`${gateway.baseUrl}/api/limits`)
  await letGo()
  await (await answered).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('.signer-panel').innerText()).toContain('localhost:9 is pinned to')
})
