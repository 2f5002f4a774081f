import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/shared-browser.ts'
import { nameSigner } from '../support/name-signer.ts'
import { pasteIntoVerify } from '../support/paste-into-verify.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchPage } from '../support/watch-page.ts'
import receipts from '../vectors/receipt.countersign.json' with { type: 'json' }

const gateway = inject('demo')

test('the file that the gateway serves has the digest beside it, and judges with the network off', async () => {
  const browser = await untilEnd(sharedBrowser())
  const served = await fetch(`${gateway.baseUrl}/offline/countersign-verify.html`)
  expect(served.headers.get('content-disposition')).toBe('attachment')
  const file = Buffer.from(await served.arrayBuffer())
  const published = await fetch(`${gateway.baseUrl}/offline/countersign-verify.html.sha256`)
  expect(await published.text()).toBe(
    `${createHash('sha256').update(file).digest('hex')}  countersign-verify.html\n`,
  )

  const path = join(temporaryFolder(), 'countersign-verify.html')
  writeFileSync(path, file)
  const { page, complaints, otherOrigins } = await watchPage(browser)
  await page.context().setOffline(true)
  await page.goto(pathToFileURL(path).href)
  const [good] = receipts.cases
  await pasteIntoVerify(page, JSON.stringify(good?.receipt))
  await expect
    .poll(() => page.locator('#verdict-word').innerText())
    .toBe('Anonymized · unknown signer')
  await nameSigner(page, good?.limits.seal_signer ?? '')
  await expect.poll(() => page.locator('#verdict-word').innerText()).toBe('Anonymized · promised')
  await nameSigner(page, 'https://gateway.example')
  await page.getByText('This page uses no network').waitFor()
  await page.getByRole('button', { name: 'Show the forgeries' }).click()
  await page.getByText('receipt.signature').last().waitFor()
  await page.getByText('Libraries in this file, and their licences').click()
  const [, ...licences] = (await page.locator('.notices pre').innerText()).split('\n## ')
  expect(licences.map((licence) => licence.split(' ')[0])).toEqual(
    expect.arrayContaining(['@noble/curves', 'preact', 'typebox']),
  )
  expect(licences.filter((licence) => !/copyright|apache license/i.test(licence))).toEqual([])
  expect(complaints()).toEqual([])
  expect(otherOrigins('file://')).toEqual([])
})

test('with the network on, its own policy refuses to ask even the gateway that it came from', async () => {
  const browser = await untilEnd(sharedBrowser())
  const url = `${gateway.baseUrl}/api/limits`
  expect((await fetch(url)).status).toBe(200)
  const { page, complaints, otherOrigins } = await watchPage(browser)
  const ask = () => page.evaluate((address) => fetch(address).then(({ status }) => status), url)
  await page.goto('about:blank')
  await page.goto(pathToFileURL('dist/web/offline/countersign-verify.html').href)
  await page.locator('h1').waitFor()
  expect(complaints()).toEqual([])
  await expect(ask()).rejects.toThrow()
  await expect.poll(() => complaints().join('\n')).toContain('Content Security Policy')
  expect(complaints().join('\n')).toContain("default-src 'none'")
  expect(otherOrigins('file://')).toEqual([])
})

test('it is one file without any address to load from, and without the code that asks gateways', () => {
  const text = readFileSync('dist/web/offline/countersign-verify.html', 'utf8')
  expect(/<link|<script[^>]+src=|@import|url\(/.exec(text)?.[0]).toBe(undefined)
  expect(text.includes("default-src 'none'")).toBe(true)
  expect(text.includes('AbortSignal.timeout')).toBe(false)
})
