import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browserArguments } from '../../support/browser-arguments.ts'
import { browserPath } from '../../support/open-browser.ts'
import { builtExtension } from '../../support/launch-with-extension.ts'
import { startMiddle, type Middle } from '../../support/start-middle.ts'
import { startObservedSite, type ObservedSite } from '../../support/start-observed-site.ts'

// The browser stops a worker that hears nothing for 30 s. A debugger would keep it alive and hide that, so
// none is attached to this browser: the page tells the site's server what it got.

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
const badge = () => document.querySelector('countersign-badge')
function until(holds) {
  return new Promise((resolve) => {
    if (holds()) return resolve(true)
    const observer = new MutationObserver(() => {
      if (!holds()) return
      observer.disconnect()
      resolve(true)
    })
    observer.observe(document, { childList: true, subtree: true })
    setTimeout(() => resolve(false), 90000)
  })
}
/* The badge of an answer that is being written goes when it is over, and another comes when it is judged. */
async function watch(url) {
  const turn = document.querySelector('main').appendChild(document.createElement('article'))
  let written = null
  void until(badge).then(() => { written = badge() })
  const text = await ask(url, (words) => { turn.textContent = words })
  return { text, wasWritten: written !== null, isJudged: await until(() => badge() && badge() !== written) }
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
  readonly watched: {
    readonly text: string
    readonly wasWritten: boolean
    readonly isJudged: boolean
  }
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
  const browser = await startBrowser(profile, `${observed.siteUrl}/slow?${query}`)
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
    expect(told.watched).toMatchObject({ wasWritten: true, isJudged: true })
    expect(told.watched.text).toContain('[DONE]')
  } finally {
    await end(browser)
  }
}, 240_000)

/**
 * A browser that opened a page once it had started: what is named at its start may wait for ever for an
 * extension that loads meanwhile. Nothing is ever attached to it.
 */
async function startBrowser(profile: string, url: string): Promise<ChildProcess> {
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
  return browser
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
