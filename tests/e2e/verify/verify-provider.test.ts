import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { askGateway } from '../../support/requests/ask-gateway.ts'
import { openVerify } from '../../support/verify-page/open-verify.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { askedModel, startNearGateway } from '../../support/providers/start-near-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

const { gateway } = await untilEnd(startNearGateway())
const browser = await untilEnd(sharedBrowser())
const question = 'What does a receipt prove?'
const messages = [{ role: 'user', content: question }]
const answer = await askGateway(gateway.baseUrl, { model: askedModel, messages })
const { page } = await openVerify(browser, gateway.baseUrl)

test('an answer of a provider’s enclave is followed from its processors to its words, and its evidence is saved and opened', async () => {
  await pasteIntoVerify(page, answer)
  await page.locator('#prompt-value').fill(question)
  await page.getByRole('button', { name: /^Ask .* for the evidence$/ }).click()
  await page.locator('.chain-link').first().waitFor()
  await expect
    .poll(() => page.locator('.chain-link .status').allInnerTexts())
    .toEqual([...Array.from({ length: 5 }, () => 'Holds in the simulation'), 'Pass', 'Pass'])
  const open = await page.locator('.not-established').innerText()
  expect(open).toContain('Which programs run beside the model')
  expect(open).toContain('That processor and GPUs stand in one machine')
  expect(open).toContain('When the evidence was made')
  expect(await page.locator('.chain').innerText()).not.toContain('drawn for this')

  // It is saved byte for byte: its digest is the one that the answer names.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save evidence.json' }).click(),
  ])
  const path = await download.path()
  const digest = hash('sha256', readFileSync(path), 'hex')
  expect(answer).toContain(`"evidence":"${digest}"`)
  await pasteIntoVerify(page, answer)
  await page.getByText('Open evidence.json').waitFor()
  await page.getByLabel('Open evidence.json').setInputFiles(path)
  await expect
    .poll(() => page.locator('.chain-link .status').allInnerTexts())
    .toContain('Holds in the simulation')
})
