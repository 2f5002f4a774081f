import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserPath } from '../../support/open-browser.ts'
import { builtExtension } from '../../support/open-extension.ts'
import { startGateway, type RunningGateway } from '../../support/start-gateway.ts'
import { startMiddle, type Middle } from '../../support/start-middle.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// The browser stops a worker that hears nothing for 30 s. A debugger would keep it alive and hide that, so
// this browser has none: the page tells the site's server what it got.

/** Longer than a worker lives without a word. */
const silenceMs = 50_000
const model = 'svc-assist-mini'

const page = `<!doctype html><title>chat</title><script>
async function ask(url) {
  const response = await fetch(url + '/v1/chat/completions', { method: 'POST', body: JSON.stringify({
    model: '${model}', stream: true, messages: [{ role: 'user', content: 'Take your time.' }] }) })
  return response.text()
}
const told = (work) => work.catch((error) => String(error))
const query = new URLSearchParams(location.search)
// A browser that has just been started may load the page before the extension is there.
if (String(fetch).includes('[native code]')) setTimeout(() => location.reload(), 300)
else Promise.all([told(ask(query.get('before'))), told(ask(query.get('amid')))]).then(([before, amid]) =>
  fetch('/report', { method: 'POST', body: JSON.stringify({ before, amid }) }))
</script>`

let gateway: RunningGateway
let amid: Middle
let observed: ObservedSite

beforeAll(async () => {
  gateway = await startGateway({ config: null })
  observed = await startObservedSite({ running: gateway, pages: { '/slow': page } })
  amid = await startMiddle(gateway.baseUrl)
})

afterAll(async () => {
  await amid.close()
  await observed.close()
})

test('50 s of silence, before the first byte or amid a stream, break no encrypted answer', async () => {
  const facts = await observed.ui({ kind: 'look-at-gateway', url: amid.baseUrl })
  await observed.ui({
    kind: 'add-gateway',
    origin: facts.origin,
    signer: facts.signers.current.address,
    key: null,
  })
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  await observed.setPair({ gateway: amid.baseUrl, takeover: 'always' })

  observed.gateway.lie({ holdHead: silence() })
  amid.lie({ holdAnswer: silence() })
  const report = new Promise<{ before: string; amid: string }>((resolve) => {
    observed.site.handle = (_request, response, body) => {
      response.writeHead(204).end()
      if (body !== '') resolve(JSON.parse(body) as { before: string; amid: string })
    }
  })
  const profile = await observed.extension.leave()
  const query = new URLSearchParams({ before: observed.gateway.baseUrl, amid: amid.baseUrl })
  const browser = spawn(
    browserPath(),
    [
      `--user-data-dir=${profile}`,
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--disable-extensions-except=${builtExtension}`,
      `--load-extension=${builtExtension}`,
      `${observed.siteUrl}/slow?${query}`,
    ],
    { stdio: 'ignore' },
  )
  try {
    const told = await report
    // The last word of a stream leaves the extension only when all of it was verified.
    for (const text of [told.before, told.amid]) {
      expect(text).toContain('"content":"answers."')
      expect(text).toContain('[DONE]')
      expect(text).not.toContain('"error"')
    }
  } finally {
    browser.kill('SIGKILL')
    await new Promise((resolve) => browser.once('exit', resolve))
  }
}, 150_000)

/** Begins with the test: the first request comes a few seconds into it. */
function silence(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, silenceMs + 8_000))
}
