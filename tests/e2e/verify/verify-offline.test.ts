import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../../support/until-end.ts'
import { sharedBrowser } from '../../support/browser/shared-browser.ts'
import { nameSigner } from '../../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../../support/verify-page/paste-into-verify.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { watchPage } from '../../support/browser/watch-page.ts'
import answers from '../../vectors/answer.countersign.json' with { type: 'json' }
import receipts from '../../vectors/receipt.countersign.json' with { type: 'json' }

const gateway = inject('demo')
const [signed] = answers.cases
const { svc, message, messages } = signed as NonNullable<typeof signed>
const filed = {
  origin: 'https://chat.example.com',
  receivedAt: '2026-11-20T09:30:00.000Z',
  receipt: svc.receipt,
  salts: svc.commitment_salts,
  messages,
  message,
  text: '',
}

test('the file that the gateway serves has the digest beside it, and judges every kind of file with the network off', async () => {
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
  await nameSigner(page, answers.limits.seal_signer)
  await pasteIntoVerify(
    page,
    JSON.stringify({ type: 'countersign-vault/1', answers: [filed, filed] }),
  )
  await page.locator('.answers button').first().click()
  await page.locator('#verdict-word', { hasText: /^Private · promised$/ }).waitFor()
  const line = JSON.stringify({ choices: [{ message }], svc })
  await pasteIntoVerify(page, `${line}\n${line}`)
  const labels = page.locator('.answers .look-label')
  const each = (label: string) => expect.poll(() => labels.allInnerTexts()).toEqual([label, label])
  await each('Private · promised')
  await nameSigner(page, `0x${'12'.repeat(20)}`)
  await each('Check failed')
  expect(complaints()).toEqual([])

  // With the network on, its own policy refuses to ask even the gateway that it came from.
  await page.context().setOffline(false)
  const url = `${gateway.baseUrl}/api/limits`
  expect((await fetch(url)).status).toBe(200)
  const ask = page.evaluate((address) => fetch(address).then(({ status }) => status), url)
  await expect(ask).rejects.toThrow()
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
