import { setup } from '../setup/ensure-extension.ts'
import { startObservedSite } from '../support/start-observed-site.ts'

// npm run bench:extension: what the hook adds to a fetch, and whether a long answer holds up the page.

const chunks = 1_000
setup()
const observed = await startObservedSite()
const words = (index: number) => `word${index} `
observed.site.handle = (request, response) => {
  if (request.url === '/small') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let index = 0
  const next = () => {
    if (index === chunks) {
      response.end('data: [DONE]\n\n')
      return
    }
    const delta = { content: words(index) }
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)
    index += 1
    setImmediate(next)
  }
  next()
}
const page = await observed.openPage()

const perFetch = await page.evaluate(async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const native = (frame.contentWindow as unknown as typeof globalThis).fetch
  const time = async (run: typeof fetch) => {
    const started = performance.now()
    for (let round = 0; round < 300; round += 1) {
      await (await run('/small', { method: 'POST', body: '{"messages":[]}' })).text()
    }
    return (performance.now() - started) / 300
  }
  await time(fetch)
  const rounds: number[] = []
  for (let round = 0; round < 5; round += 1) {
    rounds.push((await time(fetch)) - (await time((...all) => native(...all))))
  }
  return rounds.toSorted((a, b) => a - b)[2] ?? Number.NaN
})

const longest = await page.evaluate(async () => {
  const tasks: number[] = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ entryTypes: ['longtask'] })
  const turn = document.createElement('article')
  document.querySelector('main')?.append(turn)
  const response = await fetch('/stream', { method: 'POST', body: '{"messages":[]}' })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: '' }
    if (done) break
    for (const [, word] of value.matchAll(/"content":"([^"]*)"/g)) turn.append(word ?? '')
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return Math.max(0, ...tasks)
})

console.log(`the hook adds ${perFetch.toFixed(3)} ms to a posted fetch   aim ≤ 0.2 ms`)
console.log(
  longest === 0
    ? `no task over 50 ms while ${chunks} pieces of an answer came`
    : `longest task ${longest.toFixed(0)} ms while ${chunks} pieces of an answer came   aim ≤ 50 ms`,
)
await observed.close()
process.exit(0)
