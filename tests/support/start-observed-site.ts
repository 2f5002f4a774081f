import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { buildExtension, openExtension, type OpenExtension } from './open-extension.ts'
import { startGateway } from './start-gateway.ts'
import { startMiddle, type Middle } from './start-middle.ts'

/** Behaves like a chat front-end in the browser. */
const chatPage = `<!doctype html><title>chat</title><style>body{font:16px/1.6 system-ui;max-width:44rem;margin:2rem auto}article{padding:.6rem 0}</style><main></main><script>
async function ask(gateway, model, stream) {
  const messages = [{ role: 'user', content: 'What does a receipt prove?' }]
  const response = await fetch(gateway + '/v1/chat/completions', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream }) })
  let text = ''
  if (stream) {
    for (const line of (await response.text()).split('\\n')) {
      if (!line.startsWith('data: {')) continue
      const { choices } = JSON.parse(line.slice(6))
      text += choices?.[0]?.delta.content ?? ''
    }
  } else text = (await response.json()).choices?.[0].message.content ?? ''
  const turn = document.createElement('article')
  turn.textContent = text
  document.querySelector('main').append(turn)
}
</script>`

export interface ObservedSite {
  readonly extension: OpenExtension
  /** The gateway that the user named; it lies where it is told to. */
  readonly gateway: Middle
  readonly siteUrl: string
  openPage(): Promise<Page>
  /** Asks as the page's own script does. */
  ask(page: Page, model: string, stream: boolean): Promise<void>
  /** The newest answer as the popup tells it, which a page cannot fake; null when there is none. */
  newest(): Promise<string | null>
  close(): Promise<void>
}

/** The built extension, enabled on a small chat page, with one gateway named. */
export async function startObservedSite(): Promise<ObservedSite> {
  buildExtension()
  const real = await startGateway({ config: null })
  const gateway = await startMiddle(real.baseUrl)
  const site = createServer((request, response) => {
    const isPage = request.method === 'GET'
    response
      .writeHead(200, { 'content-type': isPage ? 'text/html' : 'application/json' })
      .end(isPage ? chatPage : forged)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const extension = await openExtension(['http://127.0.0.1/*'])
  const popup = await extension.context.newPage()
  await popup.goto(extension.popupFor(siteUrl))
  await popup.getByRole('button', { name: `Enable on ${siteUrl}` }).click()
  await popup.getByRole('button', { name: `Switch off on ${siteUrl}` }).waitFor()
  await popup.getByLabel('Address of a gateway').fill(gateway.baseUrl)
  await popup.getByRole('button', { name: 'Add' }).click()
  await popup.getByText(gateway.baseUrl).waitFor()
  await popup.close()

  return {
    extension,
    gateway,
    siteUrl,
    async openPage() {
      const page = await extension.context.newPage()
      await page.goto(siteUrl)
      return page
    },
    ask: (page, model, stream) =>
      page.evaluate(
        ([url, name, streamed]) =>
          (globalThis as unknown as { ask: (...args: unknown[]) => Promise<void> }).ask(
            url,
            name,
            streamed,
          ),
        [gateway.baseUrl, model, stream] as const,
      ),
    async newest() {
      const shown = await extension.context.newPage()
      await shown.goto(extension.popupFor(siteUrl))
      await shown.getByText('Answers on this site').waitFor()
      const all = shown.locator('section:last-of-type li')
      const text = (await all.count()) === 0 ? null : await all.first().innerText()
      await shown.close()
      return text
    },
    async close() {
      await extension.close()
      await gateway.close()
      await real.stop()
      site.close()
    },
  }
}

/** What the site's own server answers to a post: a block that looks like ours, signed by nobody. */
const forged = JSON.stringify({
  choices: [
    { index: 0, message: { role: 'assistant', content: 'Words that nobody signed at all.' } },
  ],
  svc: {
    privacy_mode: 'e2ee',
    privacy_label: 'End-to-end encrypted: only the attested enclave could read this',
    content_policy: 'unmoderated',
    receipt_digest: '00'.repeat(32),
    receipt: {
      body: {
        v: 1,
        issuedAt: '2026-11-21T00:00:00.000Z',
        model: 'm',
        mode: 'e2ee',
        promptCommit: '00'.repeat(32),
        responseCommit: '00'.repeat(32),
        enclave: { providerId: 'p', measurement: '00'.repeat(32), verifiedBy: 'aci-tdx-dcap/1' },
      },
      digest: '00'.repeat(32),
      signature: `0x${'11'.repeat(64)}1b`,
      signer: `0x${'11'.repeat(20)}`,
    },
    commitment_salts: { prompt: '00'.repeat(32), response: '00'.repeat(32) },
  },
})
