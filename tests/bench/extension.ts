import { ensureExtension } from '../setup/ensure-extension.ts'
import { configFor } from '../support/gateway/gateway-config.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { startObservedSite } from '../support/extension/start-observed-site.ts'
import { hookCosts, type HookCost } from './extension/hook-cost.ts'
import { judgingMs } from './extension/judging-ms.ts'
import { turnCost } from './extension/turn-cost.ts'
import { answerSse, chunk, done, startTestUpstream } from '../support/peers/test-upstream.ts'

// npm run bench:extension: what the hook adds to a fetch, and whether a long answer holds up the page.

const chunks = 1_000
await ensureExtension()
const words = Array.from({ length: chunks }, (_, index) => chunk({ content: `word${index} ` }))
const upstream = await startTestUpstream(answerSse([...words, chunk({}, 'stop'), done]))
const gateway = await startGateway({ config: configFor(upstream.baseUrl) })
const observed = await startObservedSite({ running: gateway, browser: 'own' })
// Straight to it: what stands between them in a test hands over an answer in one piece.
const facts = await observed.ui({ kind: 'look-at-gateway', url: gateway.baseUrl })
const signer = facts.signers.current.address
await observed.ui({ kind: 'add-gateway', origin: facts.origin, signer, key: null })
const hook = await hookCosts(observed)
const page = await observed.openPage()

const { longest, pieces } = await page.evaluate(async (url) => {
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  const turn = document.createElement('article')
  document.querySelector('main')?.append(turn)
  const messages = [{ role: 'user', content: 'Many words, please.' }]
  const body = JSON.stringify({ model: 'test-private', stream: true, messages })
  const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let count = 0
  for (;;) {
    const { done: isDone, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (isDone) break
    for (const [, word] of value.matchAll(/"content":"([^"]*)"/g)) {
      turn.append(word ?? '')
      count += 1
    }
  }
  // Until it was judged, and the text on screen compared.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  return { longest: Math.max(0, ...tasks), pieces: count }
}, gateway.baseUrl)
const { card } = (await observed.newest()) ?? {}
if (pieces !== chunks || card?.state !== 'promised' || card.shown !== 'same') {
  throw new Error(`${pieces} pieces came; ${card?.state ?? 'nothing'} was said of them`)
}

const ms = (value: number) => value.toFixed(3)
const reportHook = (what: string, { median, spread: [low, high], native }: HookCost) =>
  console.log(
    `the hook adds ${ms(median)} ms of the page’s thread to ${what} of ${ms(native)} ms (half of the rounds: ${ms(low)} to ${ms(high)})   aim ≤ 0.2 ms`,
  )
reportHook('a posted fetch', hook.posted)
reportHook('a fetch that reads', hook.read)
reportHook('a streamed chunk', hook.chunk)
console.log(
  longest === 0
    ? `no task over 50 ms while ${chunks} pieces of an answer came and were judged`
    : `longest task ${longest.toFixed(0)} ms while ${chunks} pieces of an answer came and were judged   aim ≤ 50 ms`,
)

// What one more answer of a conversation costs the background.
const few = await judgingMs(observed, 20)
const many = await judgingMs(observed, 1_000)
console.log(
  `an answer takes the background ${many.toFixed(1)} ms of a core in a conversation of 1,000 turns, ${few.toFixed(1)} ms in one of 20   aim ≤ 5 ms`,
)
for (const like of ['BetterChatGPT', 'no adapter'] as const) {
  for (const turns of [20, 1_000]) {
    // eslint-disable-next-line no-await-in-loop
    const { added, firstBadgeMs } = await turnCost(observed, { turns, of: like })
    console.log(
      `${like}: behind ${turns} turns an answer takes ${added.toFixed(1)} ms more of the page’s thread   aim ≤ 5 ms; the first has its badge after ${(firstBadgeMs / 1_000).toFixed(1)} s   aim ≤ 5 s`,
    )
  }
}
await observed.close()
await upstream.close()
process.exit(0)
