import { randomBytes } from 'node:crypto'
import type { CDPSession, Page } from 'playwright-core'
import { createSigningKey } from '../../../server/gateway/signer/signing-key.ts'
import { openBrowser } from '../../support/browser/open-browser.ts'
import { signAnswer } from '../../support/receipts/sign-answer.ts'
import type { ObservedSite } from '../../support/extension/start-observed-site.ts'
import { threadMs } from './thread-ms.ts'

const measured = 10

export interface TurnCost {
  /** Milliseconds of the page's thread that an answer takes more than without the extension. */
  readonly added: number
  /** Milliseconds from the first answer to its badge. */
  readonly firstBadgeMs: number
}

/** The classes of a turn and of its text: in the form of BetterChatGPT, whose turns have no names, and without an adapter. */
const classesOf = {
  BetterChatGPT: ['group w-full border-b', 'share-gpt-message'],
  'no adapter': ['turn', 'text'],
} as const

interface LongPage {
  readonly turns: number
  readonly of: keyof typeof classesOf
}

/** What an answer costs a page behind this many turns. Processor time, with the extension and in a browser without it. */
export async function turnCost(observed: ObservedSite, long: LongPage): Promise<TurnCost> {
  const signer = await createSigningKey(randomBytes(32))
  const answers: string[] = []
  for (let index = 0; index < 2 * measured + 2; index += 1) {
    const message = { role: 'assistant', content: `Answer ${index}: ${sentence.repeat(20)}` }
    // eslint-disable-next-line no-await-in-loop
    const { svc } = await signAnswer({ mode: 'private', messages: [], message, signer })
    answers.push(JSON.stringify({ model: 'm', choices: [{ index: 0, message }], svc }))
  }
  observed.site.handle = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const [type, body] =
      pathname === '/chat'
        ? ['application/json', answers[Number(searchParams.get('answer'))] ?? '{}']
        : ['text/html; charset=utf-8', pageOf(long)]
    response.writeHead(200, { 'content-type': type }).end(body)
  }
  const page = await observed.openPage('/long')
  const started = performance.now()
  await ask(page, 0, long)
  await page.locator('countersign-badge').first().waitFor({ timeout: 120_000 })
  const firstBadgeMs = performance.now() - started
  const withIt = await costIn(page, long)
  await observed.leavePage(page)

  const browser = await openBrowser()
  const plain = await browser.newPage()
  await plain.goto(`${observed.siteUrl}/long`)
  await ask(plain, 0, long)
  const without = await costIn(plain, long)
  await browser.close()
  return { added: withIt - without, firstBadgeMs }
}

const sentence = 'A receipt says who signed what, and when it was signed. '

/** Of one answer in the mean. */
async function costIn(page: Page, long: LongPage): Promise<number> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  // What stands there already is looked at, and the programs are warm.
  await settle(page)
  for (let index = 1; index <= measured; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    await ask(page, index, long)
  }
  await settle(page)
  const before = await threadMs(cdp)
  for (let index = measured + 1; index <= 2 * measured; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    await ask(page, index, long)
  }
  await settle(page)
  return ((await threadMs(cdp)) - before) / measured
}

const settle = (page: Page) => page.waitForTimeout(3_000)

/** Draws the answer, and a while later the next may come: nobody reads faster. */
async function ask(page: Page, index: number, { of }: LongPage): Promise<void> {
  await page.evaluate(
    async ([at, [turnClass, textClass]]) => {
      const response = await fetch(`/chat?answer=${at}`, { method: 'POST', body: '{}' })
      const { choices } = (await response.json()) as {
        choices: readonly { message: { content: string } }[]
      }
      const turn = document.createElement('div')
      turn.className = turnClass
      turn.innerHTML = `<div class="${textClass}"></div><div class="flex"></div>`
      ;(turn.firstElementChild ?? turn).textContent = choices[0]?.message.content ?? ''
      document.querySelector('main')?.append(turn)
    },
    [index, classesOf[of]] as const,
  )
  await page.waitForTimeout(500)
}

function pageOf({ turns, of }: LongPage): string {
  const [turnClass, textClass] = classesOf[of]
  const all = Array.from(
    { length: turns },
    (_, index) =>
      `<div class="${turnClass}"><div class="${textClass}"><p>Turn ${index}.</p><p>${sentence.repeat(8)}</p><ul><li>One of ${index}</li><li><code>two</code></li></ul></div><div class="flex"></div></div>`,
  )
  return `<!doctype html><title>chat</title><div><div><main>${all.join('')}</main></div></div>`
}
