import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { nameSigner } from '../support/verify-page/name-signer.ts'
import { pasteIntoVerify } from '../support/verify-page/paste-into-verify.ts'
import { watchPage } from '../support/browser/watch-page.ts'
import receipts from '../vectors/receipt.countersign.json' with { type: 'json' }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** A host that knows nothing of gateways, and sends no header but the type. */
async function startStaticHost(): Promise<string> {
  const root = join(import.meta.dirname, '../../dist/web')
  const server = createServer((request, response) => {
    const path = join(root, (request.url ?? '/').split('?')[0] ?? '/')
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
    if (!file.startsWith(root) || !existsSync(file)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' })
    return response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('on a host without a gateway the page judges by an address, under its own policy', async () => {
  const host = await startStaticHost()
  const browser = await untilEnd(sharedBrowser())
  const { page, complaints, otherOrigins } = await watchPage(browser)
  await page.goto(`${host}/verify/`)
  await page.getByText('did not answer like a gateway').waitFor()
  const [good] = receipts.cases
  await nameSigner(page, good?.limits.seal_signer ?? '')
  await pasteIntoVerify(page, JSON.stringify(good?.receipt))
  await page.locator('#verdict-word', { hasText: /^Anonymized · promised$/ }).waitFor()
  expect(otherOrigins(host)).toEqual([])
  expect(complaints().filter((text) => !text.includes('404'))).toEqual([])

  await page.goto(`${host}/keys/`)
  const asked = page.evaluate(() => fetch('https://example.com').then(() => 'asked'))
  await expect(asked).rejects.toThrow()
  expect(complaints().some((text) => text.includes('Content Security Policy'))).toBe(true)
})
