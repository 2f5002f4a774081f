import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browserArguments } from '../../../support/browser/browser-arguments.ts'
import { browserPath } from '../../../support/browser/open-browser.ts'
import { builtExtension } from '../../../support/extension/launch-with-extension.ts'
import { startMiddle, type Middle } from '../../../support/peers/start-middle.ts'
import {
  startObservedSite,
  type ObservedSite,
} from '../../../support/extension/start-observed-site.ts'

// The browser stops a worker that hears nothing for 30 s. A debugger would keep it alive and hide that, so
// none is attached before all streams have ended: the page tells the site's server what it got.

/** So long a worker lives without a word, and this is longer. */
const workerLifeMs = 30_000
const silenceMs = 50_000
const model = 'svc-assist-mini'

const page = `<!doctype html><title>chat</title><main></main><script>
async function ask(url, write = () => {}) {
  const response = await fetch(url + '/v1/chat/completions', { method: 'POST', body: JSON.stringify({
    model: '${model}', stream: true, messages: [{ role: 'user', content: 'Take your time.' }] }) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let all = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return all
    all += value
    write([...all.matchAll(/"content":"([^"]*)"/g)].map((found) => found[1]).join(''))
  }
}
async function watch(url) {
  const turn = document.querySelector('main').appendChild(document.createElement('article'))
  let wasWritten = false
  new MutationObserver(() => { wasWritten ||= document.querySelector('countersign-badge') !== null })
    .observe(document, { childList: true, subtree: true })
  const text = await ask(url, (words) => { turn.textContent = words })
  return { text, wasWritten }
}
const told = (work) => work.catch((error) => String(error))
const query = new URLSearchParams(location.search)
// A browser that has just been started may load the page before the extension is there.
if (String(fetch).includes('[native code]')) setTimeout(() => location.reload(), 300)
else Promise.all([told(ask(query.get('before'))), told(ask(query.get('amid'))), told(watch(query.get('watched')))])
  .then(([before, amid, watched]) => fetch('/report', { method: 'POST', body: JSON.stringify({ before, amid, watched }) }))
</script>`

interface Report {
  readonly before: string
  readonly amid: string
  readonly watched: { readonly text: string; readonly wasWritten: boolean }
}

const gateway = inject('demo')
let amid: Middle
let watched: Middle
let observed: ObservedSite

beforeAll(async () => {
  observed = await startObservedSite({
    running: gateway,
    pages: { '/slow': page },
    browser: 'own',
  })
  amid = await startMiddle(gateway.baseUrl)
  watched = await startMiddle(gateway.baseUrl)
})

afterAll(async () => {
  await amid.close()
  await watched.close()
  await observed.close()
})

test('50 s of silence, before the first byte or amid a stream, break no answer, encrypted or watched', async () => {
  for (const { baseUrl } of [amid, watched]) {
    const facts = await observed.ui({ kind: 'look-at-gateway', url: baseUrl })
    await observed.ui({
      kind: 'add-gateway',
      origin: facts.origin,
      signer: facts.signers.current.address,
      key: null,
    })
  }
  await observed.ui({ kind: 'set-development', on: true })
  await observed.setPair({ takeover: 'always' })
  await observed.setPair({ gateway: amid.baseUrl, takeover: 'always' })

  const silences = [
    silence(observed.gateway, 'holdHead'),
    silence(amid, 'holdAnswer'),
    silence(watched, 'holdAnswer'),
  ]
  const report = new Promise<Report>((resolve) => {
    observed.site.handle = ({ url }, response, body) => {
      response.writeHead(204).end()
      if (url === '/report') resolve(JSON.parse(body) as Report)
    }
  })
  const profile = await observed.extension.leave()
  const query = new URLSearchParams({
    before: observed.gateway.baseUrl,
    amid: amid.baseUrl,
    watched: watched.baseUrl,
  })
  const { browser, origin } = await startBrowser(profile, `${observed.siteUrl}/slow?${query}`)
  try {
    const told = await report
    // Each began when the request was there, or half of its answer had left.
    for (const lasted of await Promise.all(silences)) {
      expect(lasted).toBeGreaterThan(workerLifeMs)
    }
    // The last word of a stream leaves the extension only when all of it was verified.
    for (const text of [told.before, told.amid]) {
      expect(text).toContain('"content":"answers."')
      expect(text).toContain('[DONE]')
      expect(text).not.toContain('"error"')
    }
    expect(told.watched.wasWritten).toBe(true)
    expect(told.watched.text).toContain('[DONE]')
    await expect
      .poll(() => buttonsOf(origin))
      .toEqual([expect.stringMatching(/^Countersign: Simulated enclave\. /)])
  } finally {
    await end(browser)
  }
}, 240_000)

interface StartedBrowser {
  readonly browser: ChildProcess
  /** Of its debugger. */
  readonly origin: string
}

/**
 * A browser that opened a page once it had started: what is named at its start may wait for ever for an
 * extension that loads meanwhile.
 */
async function startBrowser(profile: string, url: string): Promise<StartedBrowser> {
  const args = [
    '--headless=new',
    ...browserArguments,
    `--disable-extensions-except=${builtExtension}`,
    `--load-extension=${builtExtension}`,
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ]
  const browser = spawn(browserPath(), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const origin = await new Promise<string>((resolve, reject) => {
    let said = ''
    browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}: ${said}`)))
    browser.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000)
      const [, host] = /DevTools listening on ws:\/\/([^/]+)\//.exec(said) ?? []
      if (host !== undefined) resolve(`http://${host}`)
    })
  })
  const opened = await fetch(`${origin}/json/new?${encodeURIComponent(url)}`, { method: 'PUT' })
  expect(opened.status).toBe(200)
  return { browser, origin }
}

/** What a screen reader says of each button in the page that it opened. */
async function buttonsOf(origin: string): Promise<readonly string[]> {
  const targets = (await (await fetch(`${origin}/json/list`)).json()) as readonly Target[]
  const page = targets.find(({ url }) => url.includes('/slow?'))
  const socket = new WebSocket(page?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'Accessibility.getFullAXTree' }))
  const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>]
  socket.close()
  const { result } = JSON.parse(data) as { readonly result: { readonly nodes: readonly Node[] } }
  return result.nodes
    .filter(({ role }) => role?.value === 'button')
    .map(({ name }) => name?.value ?? '')
}

interface Target {
  readonly url: string
  readonly webSocketDebuggerUrl: string
}

interface Node {
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
}

async function end(browser: ChildProcess): Promise<void> {
  browser.kill('SIGKILL')
  await new Promise((resolve) => browser.once('exit', resolve))
}

/**
 * Holds the next answer, or its second half, for as long.
 * @returns how long nothing was sent, in milliseconds
 */
async function silence(middle: Middle, what: 'holdHead' | 'holdAnswer'): Promise<number> {
  let end = () => {}
  const held = new Promise<void>((resolve) => {
    end = resolve
  })
  middle.lie({ [what]: held })
  await middle.held()
  const began = performance.now()
  await new Promise((resolve) => setTimeout(resolve, silenceMs))
  end()
  return performance.now() - began
}
