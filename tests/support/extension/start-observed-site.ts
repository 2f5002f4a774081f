import type { Page } from 'playwright-core'
import type { Pair } from '../../../extension/settings/settings.ts'
import type { ListedAnswer, UiAnswers, UiRequest } from '../../../extension/messages/ui-requests.ts'
import type { LaunchOptions } from './launch-with-extension.ts'
import { openExtension, type OpenExtension } from './open-extension.ts'
import { blank, sharedExtension } from './shared-extension.ts'
import { startMiddle, type Middle } from '../peers/start-middle.ts'
import { startSite, type Site } from '../peers/start-site.ts'

/** Behaves like a chat front-end in the browser. */
export const chatPage = `<!doctype html><title>chat</title><style>body{font:16px/1.6 system-ui;max-width:44rem;margin:2rem auto}article{padding:.6rem 0}</style><main></main><script>
async function ask(gateway, model, stream, more) {
  const messages = [{ role: 'user', content: 'Hello, these words are private.' }]
  const turn = document.createElement('article')
  document.querySelector('main').append(turn)
  const response = await fetch(gateway + '/v1/chat/completions', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream, ...more }) })
  if (!response.ok) {
    const { error } = await response.json()
    turn.textContent = error.code + ': ' + error.message
    return { status: response.status, error }
  }
  if (!stream) {
    const body = await response.json()
    turn.textContent = body.choices?.[0].message.content ?? ''
    return { status: 200, body }
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = '', all = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    rest += value
    all += value
    const lines = rest.split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      const chunk = JSON.parse(line.slice(6))
      if (chunk.error) turn.textContent += ' [' + chunk.error.code + ']'
      else turn.textContent += chunk.choices?.[0]?.delta.content ?? ''
    }
  }
  return { status: 200, text: all }
}
</script>`

interface Asked {
  readonly status: number
  readonly error?: { readonly code: string; readonly message: string }
  readonly body?: Readonly<Record<string, unknown>>
  readonly text?: string
}

export interface ObservedSite {
  readonly extension: OpenExtension
  /** The gateway that the user named; it lies where it is told to. */
  readonly gateway: Middle
  readonly site: Site
  readonly siteUrl: string
  /** A tab of the extension's origin. */
  readonly own: Page
  /** A tab that was left, or a new one. */
  newTab(): Promise<Page>
  /** Of the site, in such a tab. */
  openPage(path?: string): Promise<Page>
  /** Gives its tab to the page that is opened next, which is cheaper than a new one; the last one stays until then. */
  leavePage(page: Page): Promise<void>
  /** Asks as the page's own script does. */
  ask(page: Page, model: string, stream: boolean, more?: object): Promise<Asked>
  /** Does what a page of the extension does. */
  ui<Kind extends UiRequest['kind']>(
    request: Extract<UiRequest, { kind: Kind }>,
  ): Promise<UiAnswers[Kind]>
  /** The newest answer that is kept for the site; null when there is none. */
  newest(): Promise<ListedAnswer | null>
  setPair(pair: Partial<Pair>): Promise<void>
  close(): Promise<void>
}

interface ObservedOptions extends LaunchOptions {
  /** `own`: for who changes more than what the extension keeps, or wants a browser that was never used. */
  readonly browser?: 'shared' | 'own'
  /** More pages of the site, by their path. */
  readonly pages?: Readonly<Record<string, string>>
  /** Behind the gateway that lies; it is stopped at the end where it can be. */
  readonly running: { readonly baseUrl: string; stop?(): Promise<void> }
}

/** The built extension, enabled on a small chat page, with one gateway named. */
export async function startObservedSite({
  pages = {},
  running,
  browser = 'shared',
  ...options
}: ObservedOptions): Promise<ObservedSite> {
  const gateway = await startMiddle(running.baseUrl)
  const site = await startSite({ '/': chatPage, ...pages })
  const extension = await (browser === 'own' ? openExtension(options) : sharedExtension())
  // The tab that the browser began with: one less is opened. Its page draws nothing with each answer.
  const [first, ...left] = extension.context.pages()
  const own = first ?? (await extension.context.newPage())
  const still = extension.pageUrl('manifest.json')
  if (own.url() !== still) await own.goto(still)

  const ui: ObservedSite['ui'] = async (request) => {
    const answer = await own.evaluate(
      (asked) =>
        (
          globalThis as unknown as {
            chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } }
          }
        ).chrome.runtime.sendMessage(asked),
      request as unknown,
    )
    const { error } = (answer ?? {}) as { error?: unknown }
    if (typeof error === 'string') throw new Error(error)
    return answer as never
  }

  const isFull = (page: Page) => page.url() !== blank
  const newTab = async () => {
    const [page] = left.splice(Math.max(0, left.findIndex(isFull)), 1)
    if (page === undefined) return extension.context.newPage()
    // As a new one would be.
    await page.bringToFront()
    return page
  }
  await ui({ kind: 'enable-site', origin: site.url })
  const facts = await ui({ kind: 'look-at-gateway', url: gateway.baseUrl })
  await ui({
    kind: 'add-gateway',
    origin: facts.origin,
    signer: facts.signers.current.address,
    key: null,
  })

  return {
    extension,
    gateway,
    site,
    siteUrl: site.url,
    own,
    ui,
    newTab,
    async openPage(path = '/') {
      const page = await newTab()
      await page.goto(`${site.url}${path}`)
      return page
    },
    async leavePage(page) {
      if (page.isClosed()) return
      // One that is left for nothing costs as much as one that is opened.
      if (left.some(isFull)) await page.goto(blank)
      left.push(page)
    },
    ask: (page, model, stream, more = {}) =>
      page
        .evaluate(
          ([url, name, streamed, members]) =>
            (globalThis as unknown as { ask: (...args: unknown[]) => Promise<Asked> }).ask(
              url,
              name,
              streamed,
              members,
            ),
          [gateway.baseUrl, model, stream, more] as const,
        )
        .catch((error: Error) => {
          // Without what follows: the runner reads the address of a page in a stack as that of a file.
          throw new Error(error.message.split('\n')[0])
        }),
    async newest() {
      const { answers } = await ui({
        kind: 'list-answers',
        origin: site.url,
        search: '',
        skip: 0,
      })
      return answers[0] ?? null
    },
    async setPair(pair) {
      await ui({
        kind: 'set-pair',
        pair: {
          site: site.url,
          gateway: gateway.baseUrl,
          takeover: 'off',
          key: 'page',
          tools: 'ask',
          clear: 'refuse',
          ...pair,
        },
      })
    },
    async close() {
      await extension.close()
      await gateway.close()
      await running.stop?.()
      await site.close()
    },
  }
}
