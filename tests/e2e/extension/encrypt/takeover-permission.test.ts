import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'

// The browser's own rules hold only where the extension has its permission: when the user takes back that of the
// gateway, nothing is sent there, and nothing is sent in another way.

let page: Page
let posts: string[] = []

const observed = await untilEnd(startObservedSite({ running: inject('demo'), browser: 'own' }))
const gateway = observed.gateway.baseUrl.replace('127.0.0.1', 'localhost')
const { origin, signers } = await observed.ui({ kind: 'look-at-gateway', url: gateway })
await observed.ui({ kind: 'add-gateway', origin, signer: signers.current.address, key: null })
await observed.ui({ kind: 'set-development', on: true })

// Permissions are taken back by a page.
await observed.own.goto(observed.extension.pageUrl('options.html'))

beforeEach(async () => {
  posts = []
  observed.gateway.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0 || path.includes('words')) posts.push(path)
    },
  })
  page = await observed.openPage()
  return () => observed.leavePage(page)
})

/** Asks in every way that goes through the hook. */
function ask(): Promise<readonly string[]> {
  return page.evaluate(async (url) => {
    const to = `${url}/v1/chat/completions`
    const body = JSON.stringify({
      model: 'svc-assist-mini',
      messages: [{ role: 'user', content: 'Hello, these words are private.' }],
    })
    // First: it waits until the hook was told what to do.
    const posted = await fetch(to, { method: 'POST', body })
    const { error } = (await posted.json()) as { error?: { code: string } }
    const answered = `${posted.status} ${error?.code ?? 'answered'}`
    const put = fetch(to, { method: 'PUT', body }).then(({ status }) => String(status))
    const read = fetch(`${to}?words`).then(({ status }) => String(status))
    const xhr = new XMLHttpRequest()
    const sent = new Promise<string>((resolve) => {
      xhr.addEventListener('load', () => resolve(String(xhr.status)))
      xhr.addEventListener('error', () => resolve('refused'))
    })
    xhr.open('POST', to)
    xhr.setRequestHeader('content-type', 'application/json')
    xhr.send(body)
    const synchronous = new XMLHttpRequest()
    synchronous.open('POST', to, false)
    let now: string
    try {
      synchronous.send(body)
      now = String(synchronous.status)
    } catch (error) {
      now = (error as Error).name
    }
    return [answered, await put, await read, await sent, now]
  }, gateway)
}

const takeAway = (pattern: string) =>
  observed.extension.context
    .pages()
    .find((each) => each.url().includes('options.html'))
    ?.evaluate(
      (origin) =>
        (
          globalThis as unknown as {
            chrome: { permissions: { remove(of: object): Promise<boolean> } }
          }
        ).chrome.permissions.remove({ origins: [origin] }),
      pattern,
    )

test('who is told how requests are treated can rely on the rules of the browser', async () => {
  const countRules = () =>
    observed.own.evaluate(async () => {
      const { declarativeNetRequest } = (
        globalThis as unknown as {
          chrome: { declarativeNetRequest: { getDynamicRules(): Promise<readonly object[]> } }
        }
      ).chrome
      return (await declarativeNetRequest.getDynamicRules()).length
    })
  for (const takeover of ['possible', 'always', 'off', 'always', 'possible'] as const) {
    await observed.setPair({ gateway, takeover })
    expect((await countRules()) > 0).toBe(takeover === 'always')
  }
})

test('a gateway whose permission was taken back is sent nothing; the page is told why, and the popup says that it is missing, and what that does', async () => {
  await observed.setPair({ gateway, takeover: 'always' })
  await page.reload()
  expect(await ask()).toEqual(['200 answered', '400', '400', '400', '400'])
  expect(posts).toEqual(['/api/e2ee/relay'])
  posts = []
  expect(await takeAway('http://localhost/*')).toBe(true)
  expect(await ask()).toEqual(['403 not_entitled', '400', '400', '400', '400'])
  await page.reload()
  expect(await ask()).toEqual(['403 not_entitled', '400', '400', '400', '400'])
  expect(posts).toEqual([])
  // So is who uses it.
  const popup = await observed.newTab()
  await popup.goto(
    observed.extension.pageUrl(`popup.html?origin=${encodeURIComponent(observed.siteUrl)}&tab=-1`),
  )
  const alarm = popup
    .getByRole('alert')
    .filter({ hasText: 'Your browser will ask whether Countersign may' })
  await alarm.getByText('Your browser will ask whether Countersign may').waitFor()
  await alarm.getByText('The extension does not run on pages of').waitFor()
  expect(await alarm.count()).toBe(1)
  await alarm.getByRole('button', { name: 'Ask the browser' }).waitFor()
  await popup.close()
})

test('set before the permission is given, nothing leaves until it is', async () => {
  await observed.setPair({ gateway, takeover: 'always' })
  expect(await ask()).toEqual(['403 not_entitled', '400', '400', '400', '400'])
  await observed.setPair({ gateway, takeover: 'possible' })
  const post = () =>
    page.evaluate(async (url) => {
      const init = { method: 'POST', body: '{"model":"svc-assist-mini","messages":[]}' }
      return (await fetch(`${url}/v1/chat/completions`, init)).status
    }, gateway)
  expect(await post()).toBe(403)
  expect(posts).toEqual([])
})

test('under always a page that its server sandboxes, for which the browser has no rules, sends the gateway nothing', async () => {
  await observed.setPair({ gateway, takeover: 'always' })
  observed.site.headers = { 'content-security-policy': 'sandbox allow-scripts' }
  await page.reload()
  const outcomes = await page.evaluate(
    async ([to, words]) => {
      const asked = await fetch(to, { method: 'POST', body: words, mode: 'no-cors' }).then(
        () => 'sent',
        () => 'refused',
      )
      const xhr = new XMLHttpRequest()
      const told = new Promise<string>((resolve) => {
        xhr.addEventListener('loadend', () => resolve(String(xhr.status)))
      })
      xhr.open('POST', to)
      xhr.send(words)
      return [origin, asked, await told]
    },
    [`${gateway}/v1/chat/completions`, 'Hello, these words are private.'] as const,
  )
  observed.site.headers = {}
  expect(outcomes).toEqual(['null', 'refused', '400'])
  await page.goto(observed.siteUrl)
  await ask()
  expect(posts.filter((path) => path !== '/api/e2ee/relay')).toEqual([])
})

/** Places of its own that a page makes, which no script of ours runs in; each tells what became of one post. */
const made: Readonly<Record<string, (send: string) => Promise<unknown>>> = {
  'a window': async (send) => {
    const popup = window.open('about:blank')
    // oxlint-disable-next-line no-implied-eval
    const outcome: unknown = await (popup as unknown as typeof globalThis).eval(send)
    popup?.close()
    return outcome
  },
  'a window of its own, which knows no opener': (send) => {
    const channel = new BroadcastChannel('told')
    const told = new Promise((resolve) => channel.addEventListener('message', resolve))
    const script = `<script>${send}.then((what) => new BroadcastChannel('told').postMessage(what)).then(() => close())</script>`
    const page = URL.createObjectURL(new Blob([script], { type: 'text/html' }))
    window.open(page, '_blank', 'noopener')
    return told.then((event) => (event as MessageEvent).data as unknown)
  },
  'a window that is written into': (send) => {
    const told = new Promise((resolve) => window.addEventListener('message', resolve))
    const popup = window.open('')
    popup?.document.write(
      `<script>${send}.then((what) => opener.postMessage(what)).then(() => close())</script>`,
    )
    return told.then((event) => (event as MessageEvent).data as unknown)
  },
  'a sandboxed frame that keeps its origin': (send) => {
    const told = new Promise((resolve) => window.addEventListener('message', resolve))
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin')
    frame.srcdoc = `<script>${send}.then((what) => parent.postMessage(what))</script>`
    document.body.append(frame)
    return told.then((event) => (event as MessageEvent).data as unknown)
  },
  'a shared worker of a blob': (send) => {
    const script = `onconnect = ({ ports: [port] }) => ${send}.then((what) => port.postMessage(what))`
    const { port } = new SharedWorker(URL.createObjectURL(new Blob([script])))
    port.start()
    return new Promise((resolve) => {
      port.addEventListener('message', ({ data }) => resolve(data))
    })
  },
  'a worker that is a module': (send) => {
    const script = new Blob([`${send}.then((what) => postMessage(what))`], {
      type: 'text/javascript',
    })
    const worker = new Worker(URL.createObjectURL(script), { type: 'module' })
    return new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data))
    })
  },
  'an object': (send) => {
    const told = new Promise((resolve) => window.addEventListener('message', resolve))
    const script = `<script>${send}.then((what) => parent.postMessage(what, '*'))</script>`
    const data = `data:text/html,${encodeURIComponent(script)}`
    document.body.append(Object.assign(document.createElement('object'), { data }))
    return told.then((event) => (event as MessageEvent).data as unknown)
  },
  'a worker in a worker of no origin': (send) => {
    const worker = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`
    const inner = worker(`${send}.then((what) => postMessage(what))`)
    const outer = new Worker(
      worker(`new Worker(${JSON.stringify(inner)}).onmessage = ({ data }) => postMessage(data)`),
    )
    return new Promise((resolve) => {
      outer.addEventListener('message', ({ data }) => resolve(data))
    })
  },
}

test('under always no place that a page makes sends anything', async () => {
  await observed.setPair({ takeover: 'always' })
  for (const [kind, make] of Object.entries(made)) {
    const outcome = await page.evaluate(
      ([program, to]) => {
        const send = `fetch(${JSON.stringify(to)}, { method: 'POST', body: 'words' }).then(() => 'sent', () => 'refused')`
        // oxlint-disable-next-line no-implied-eval
        return (new Function(`return ${program}`)() as (script: string) => Promise<unknown>)(send)
      },
      [String(make), `${observed.gateway.baseUrl}/v1/chat/completions`] as const,
    )
    expect(outcome, kind).toBe('refused')
  }
  expect(posts).toEqual([])
})

// The last one: it leaves no extension behind.
test('when the extension is switched off, a page that is open sends nothing in clear, and is told what to do', async () => {
  await observed.setPair({ takeover: 'always' })
  const asking = () =>
    observed.ask(page, 'svc-assist-mini', true).then(
      ({ status, error }) => error ?? { status },
      () => 'broken',
    )
  expect(await asking()).toEqual({ status: 200 })
  const manager = await observed.newTab()
  await manager.goto('chrome://extensions')
  await manager.evaluate((id) => {
    const { chrome } = globalThis as unknown as {
      chrome: { management: { setEnabled(id: string, isOn: boolean): Promise<void> } }
    }
    return chrome.management.setEnabled(id, false)
  }, observed.extension.id)
  const refused = {
    code: 'attestation_unavailable',
    message: expect.stringMatching(/ nothing was sent\. .* Load the page again\.$/) as string,
  }
  await expect.poll(asking).toMatchObject(refused)
  // Whatever else comes to the page is told to nobody, and changes nothing of it.
  observed.site.handle = (_request, response) =>
    response.end('{"choices":[{"message":{"content":"An answer"}}],"svc":{}}')
  await page.evaluate(() =>
    fetch('/answer', { method: 'POST', body: '{}' }).then((response) => response.text()),
  )
  await expect.poll(() => page.locator('countersign-badge').count()).toBe(0)
  expect(await asking()).toMatchObject(refused)
  expect(posts.filter((path) => path !== '/api/e2ee/relay')).toEqual([])
})
