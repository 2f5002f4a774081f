import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CDPSession, Page } from 'playwright-core'
import type { ObservedSite } from '../../support/extension/start-observed-site.ts'
import { quantile } from '../quantile.ts'
import { threadMs } from './thread-ms.ts'

const rounds = 9
/** Of each of the four runs of a round. */
const fetches = 250
const streams = 2
const chunks = 250

/** Milliseconds of processor time that the hook adds to one of them. */
export interface HookCost {
  readonly median: number
  /** The first and the third quartile of the rounds. */
  readonly spread: readonly [number, number]
  /** What one takes without the hook. */
  readonly native: number
}

interface HookCosts {
  readonly read: HookCost
  readonly posted: HookCost
  readonly chunk: HookCost
}

type Kind = keyof HookCosts

/**
 * What the extension costs the page's own thread: the hook, and the content script that it tells. Processor time,
 * since what a fetch waits for is the browser's network process and the server. In each round four runs follow one
 * another: with the hook, without, without, and with it, so that what slowly changes counts for neither.
 */
export async function hookCosts(observed: ObservedSite): Promise<HookCosts> {
  observed.site.handle = answerAtOnce
  const page = await observed.openPage('/')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await keepNative(page)
  const costs: HookCosts = {
    read: await costOf(page, cdp, 'read', fetches),
    posted: await costOf(page, cdp, 'posted', fetches),
    chunk: await costOf(page, cdp, 'chunk', streams * chunks),
  }
  await page.close()
  return costs
}

/** A small answer that is no chat, or a stream whose chunks each come by themselves. */
function answerAtOnce(request: IncomingMessage, response: ServerResponse): void {
  if (request.url !== '/chunk') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let left = chunks
  const next = () => {
    response.write(`data: {"choices":[{"index":0,"delta":{"content":"word${left} "}}]}\n\n`)
    left -= 1
    if (left > 0) setTimeout(next, 2)
    else response.end('data: [DONE]\n\n')
  }
  next()
}

async function costOf(page: Page, cdp: CDPSession, kind: Kind, count: number): Promise<HookCost> {
  const run = async (by: 'page' | 'native') => {
    await cdp.send('HeapProfiler.collectGarbage')
    const before = await threadMs(cdp)
    await runIn(page, kind, by)
    return ((await threadMs(cdp)) - before) / count
  }
  const added: number[] = []
  const native: number[] = []
  // Code is warm from the second round on.
  for (let round = -1; round < rounds; round += 1) {
    // eslint-disable-next-line no-await-in-loop
    const [a, b, c, d] = [
      await run('page'),
      await run('native'),
      await run('native'),
      await run('page'),
    ]
    if (round < 0) continue
    added.push((a + d - b - c) / 2)
    native.push((b + c) / 2)
  }
  return {
    median: quantile(added, 0.5),
    spread: [quantile(added, 0.25), quantile(added, 0.75)],
    native: quantile(native, 0.5),
  }
}

interface Kept {
  fetchOf: Record<'page' | 'native', typeof fetch>
}

/** Of a frame that no script of the extension runs in. */
async function keepNative(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    const native = (frame.contentWindow as unknown as typeof globalThis).fetch
    if (fetch.toString() === native.toString()) throw new Error('there is no hook in this page')
    const kept = globalThis as unknown as Kept
    kept.fetchOf = {
      page: (...all) => fetch(...all),
      native: (...all) => native.apply(globalThis, all),
    }
  })
}

async function runIn(page: Page, kind: Kind, by: 'page' | 'native'): Promise<void> {
  await page.evaluate(
    async ([what, whose, times]) => {
      const run = (globalThis as unknown as Kept).fetchOf[whose]
      const post = { method: 'POST', body: '{"messages":[]}' }
      for (let index = 0; index < times; index += 1) {
        // eslint-disable-next-line no-await-in-loop
        const response = await (what === 'read' ? run('/read') : run(`/${what}`, post))
        const reader = response.body?.getReader()
        // eslint-disable-next-line no-await-in-loop
        while (reader && !(await reader.read()).done);
      }
    },
    [kind, by, kind === 'chunk' ? streams : fetches] as const,
  )
}
