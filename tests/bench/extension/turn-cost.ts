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

/**
 * What an answer costs a page in the form of BetterChatGPT, whose turns have no names, behind this many turns. Processor
 * time, with the extension and in a browser without it.
 */
export async function turnCost(observed: ObservedSite, turns: number): Promise<TurnCost> {
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
        : ['text/html; charset=utf-8', pageOf(turns)]
    response.writeHead(200, { 'content-type': type }).end(body)
  }
  const page = await observed.openPage('/long')
  const started = performance.now()
  await ask(page, 0)
  await page.locator('countersign-badge').first().waitFor({ timeout: 120_000 })
  const firstBadgeMs = performance.now() - started
  const withIt = await costIn(page)
  await observed.leavePage(page)

  const browser = await openBrowser()
  const plain = await browser.newPage()
  await plain.goto(`${observed.siteUrl}/long`)
  await ask(plain, 0)
  const without = await costIn(plain)
  await browser.close()
  return { added: withIt - without, firstBadgeMs }
}

const sentence = 'A receipt says who signed what, and when it was signed. '

/** Of one answer in the mean. */
async function costIn(page: Page): Promise<number> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  // What stands there already is looked at, and the programs are warm.
  await settle(page)
  for (let index = 1; index <= measured; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    await ask(page, index)
  }
  await settle(page)
  const before = await threadMs(cdp)
  for (let index = measured + 1; index <= 2 * measured; index += 1) {
    // eslint-disable-next-line no-await-in-loop
    await ask(page, index)
  }
  await settle(page)
  return ((await threadMs(cdp)) - before) / measured
}

const settle = (page: Page) => page.waitForTimeout(3_000)

/** Draws the answer, and a while later the next may come: nobody reads faster. */
async function ask(page: Page, index: number): Promise<void> {
  await page.evaluate(async (at) => {
    const response = await fetch(`/chat?answer=${at}`, { method: 'POST', body: '{}' })
    const { choices } = (await response.json()) as {
      choices: readonly { message: { content: string } }[]
    }
    const turn = document.createElement('div')
    turn.className = 'group w-full border-b'
    turn.innerHTML = '<div class="share-gpt-message"></div><div class="flex"></div>'
    ;(turn.firstElementChild ?? turn).textContent = choices[0]?.message.content ?? ''
    document.querySelector('main')?.append(turn)
  }, index)
  await page.waitForTimeout(500)
}

function pageOf(turns: number): string {
  const all = Array.from(
    { length: turns },
    (_, index) =>
      `<div class="group w-full border-b"><div class="share-gpt-message"><p>Turn ${index}.</p><p>${sentence.repeat(8)}</p><ul><li>One of ${index}</li><li><code>two</code></li></ul></div><div class="flex"></div></div>`,
  )
  return `<!doctype html><title>chat</title><main>${all.join('')}</main>`
}
