import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { untilEnd } from '../support/until-end.ts'
import { packageFolder } from '../support/clients/built-package.ts'
import { packageProgram, packageWorks } from '../support/clients/package-program.ts'
import { sharedBrowser } from '../support/browser/shared-browser.ts'
import { startSite } from '../support/peers/start-site.ts'

// The package as it is published, in a dedicated worker of a real Chromium, which has less than a page. Nothing bundles it.

const gateway = inject('demo').baseUrl
const entry = '/lib/package/countersign.js'
const worker = `
import * as countersign from '${entry}'
import { tryPackage } from '/try-package.js'
onmessage = async ({ data }) => {
  try {
    postMessage(await tryPackage(countersign, data))
  } catch (error) {
    postMessage(String(error))
  }
}
`

const problems: string[] = []

const site = await untilEnd(startSite({ '/': '<!doctype html><title>package</title>' }))
// No code from strings and no WebAssembly.
site.headers = {
  'content-security-policy': `default-src 'none'; script-src 'self'; worker-src 'self'; connect-src ${gateway}`,
}
const scripts: Readonly<Record<string, string>> = {
  '/try-package.js': packageProgram,
  '/worker.js': worker,
}
site.handle = ({ url = '' }, response) => {
  const isOfPackage = /^\/(?:lib|vendor)\/[\w@./-]+\.js$/.test(url) && !url.includes('..')
  const body = scripts[url] ?? (isOfPackage ? readFileSync(join(packageFolder, url)) : null)
  response.writeHead(body === null ? 404 : 200, {
    'content-type': 'text/javascript',
    ...site.headers,
  })
  response.end(body)
}
const browser = await untilEnd(sharedBrowser())
const page = await browser.newPage()
page.on('pageerror', (error) => problems.push(error.message))
page.on('console', (message) => {
  if (message.type() === 'error') problems.push(message.text())
})
await page.goto(site.url)

async function access() {
  const made = await fetch(`${gateway}/api/keys`, { method: 'POST' })
  return { gateway, key: ((await made.json()) as { key: string }).key }
}

test('the package verifies, encrypts and refuses in a dedicated worker', async () => {
  const found = await page.evaluate(
    (given) =>
      new Promise((resolve, reject) => {
        const dedicated = new Worker('/worker.js', { type: 'module' })
        dedicated.addEventListener('message', ({ data }) => resolve(data))
        dedicated.addEventListener('error', ({ message }) => reject(new Error(message)))
        dedicated.postMessage(given)
      }),
    await access(),
  )
  expect(found).toEqual(packageWorks)
  expect(problems).toEqual([])
})
