import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { nameSigner, openForm } from '../support/name-signer.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { watchPage } from '../support/watch-page.ts'
import receipts from '../vectors/receipt.countersign.json' with { type: 'json' }

const gateway = inject('demo')

const browser = await untilEnd(sharedBrowser())

/** `/verify`, in a browser that has these addresses pinned, by gateway. */
async function openPinned(pins: Readonly<Record<string, string | undefined>>): Promise<Page> {
  const { page } = await watchPage(browser)
  await page.addInitScript((text) => {
    localStorage.setItem('countersign.pins', text)
  }, JSON.stringify(pins))
  return page
}

function caseOf(name: string) {
  const found = receipts.cases.find((each) => each.name === name)
  if (!found) throw new Error(`the vectors have no case “${name}”`)
  return found
}

test('when it is the pinned one, a retired signer is judged by its dates', async () => {
  const { receipt, limits } = caseOf('a retired signer, in the first instant after its term')
  const page = await openPinned({ [gateway.baseUrl]: receipt.signer })
  await page.route('**/api/limits', (route) => route.fulfill({ json: limits }))
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByText('changed its signer').waitFor()
  await pasteIntoVerify(page, JSON.stringify(receipt))
  await page.locator('#verdict-word', { hasText: /^Check failed$/ }).waitFor()
  await page.close()
})

test('a gateway that did not sign is told beside the field, and who runs it by its operator’s own word', async () => {
  const { receipt } = caseOf('a retired signer, in its term')
  const { page } = await watchPage(browser)
  const operator = { name: 'Example <b>Ltd</b>', url: 'https://example.org' }
  const limits = { seal_signer: `0x${'1'.repeat(40)}`, operator }
  await page.route('**/api/limits', (route) => route.fulfill({ json: limits }))
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByText('publishes').waitFor()
  const panel = page.locator('.signer-panel')
  expect(await panel.innerText()).toContain(
    'Run by Example <b>Ltd</b> · https://example.org. The operator says so. Nobody checked it.',
  )
  expect(await panel.innerText()).not.toContain('somebody else')
  await pasteIntoVerify(page, JSON.stringify(receipt))
  await page.locator('#verdict-word').waitFor()
  // A reader who names the wrong gateway condemns no file.
  expect(await page.locator('#verdict-word').innerText()).toBe('Attested enclave · unknown signer')
  await openForm(page)
  const { host } = new URL(gateway.baseUrl)
  await expect.poll(() => panel.innerText()).toContain(`Signed by somebody else than ${host}.`)
  await page.goto(`${gateway.baseUrl}/limits`)
  await page.getByText('Run by Example').waitFor()
  await page.close()
})

/** Holds back what a page asks for until it is let go. */
async function holdBack(page: Page, url: string): Promise<() => Promise<void>> {
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
  const page = await openPinned({ 'http://localhost:9': pinned })
  const letGo = await holdBack(page, `${gateway.baseUrl}/api/limits`)
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.locator('.signer-panel summary').click()
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByText('localhost:9 is pinned to').waitFor()
  const answered = page.waitForResponse(`${gateway.baseUrl}/api/limits`)
  await letGo()
  await (await answered).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.locator('.signer-panel').innerText()).toContain('localhost:9 is pinned to')
  await page.close()
})

test('a gateway that the page’s own policy forbids to ask is said to be so', async () => {
  const page = await openPinned({})
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByText('publishes').waitFor()
  for (const text of ['[::1]:9', 'http://gateway.example']) {
    await nameSigner(page, text)
    await page.locator('.problem', { hasText: 'asks only over https' }).waitFor()
    await nameSigner(page, 'localhost:9')
    await page.locator('.problem', { hasText: 'could not be reached' }).waitFor()
  }
  await page.close()
})

test('a pin that is forgotten judges no more', async () => {
  const { receipt } = caseOf('a retired signer, in its term')
  const page = await openPinned({ [gateway.baseUrl]: receipt.signer })
  await page.goto(`${gateway.baseUrl}/verify`)
  await page.getByText('changed its signer').waitFor()
  await pasteIntoVerify(page, JSON.stringify(receipt))
  await page.locator('#verdict-word', { hasText: /^Attested enclave · gateway’s claim$/ }).waitFor()
  await openForm(page)
  await page.locator('.signer-panel summary').click()
  await page.getByRole('button', { name: 'Forget' }).click()
  await page.locator('#verdict-word', { hasText: /^Attested enclave · unknown signer$/ }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.close()
})
