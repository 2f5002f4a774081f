import { deflateRawSync } from 'node:zlib'
import { fetchEvidence } from '../support/enclave/fetch-evidence.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../support/browser/open-browser.ts'
import { startGateway } from '../support/gateway/start-gateway.ts'
import { quantile } from './quantile.ts'

// npm run bench:pages: how long /verify takes from a file to what it draws, in a real Chromium.

const rounds = 20
const model = 'svc-assist-mini'
const gateway = await startGateway({ config: null })
const browser = await openBrowser()
const page = await browser.newPage()
await page.goto(`${gateway.baseUrl}/verify`)
await page.getByText('publishes').waitFor()

const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
  method: 'POST',
  body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
})
const answer = await response.text()
const { svc } = JSON.parse(answer) as { svc: { receipt: object } }
const evidence = JSON.stringify(await fetchEvidence(gateway.baseUrl, model))

/** Milliseconds from a file given to one of the page's inputs until `wanted` is drawn anew. */
function timeFile(input: string, wanted: string, text: string): Promise<number> {
  return page.evaluate(
    ([inputSelector, wantedSelector, value]) =>
      new Promise<number>((resolve) => {
        const files = new DataTransfer()
        files.items.add(new File([value], 'file.json'))
        const target = document.querySelector<HTMLInputElement>(inputSelector)
        if (target) target.files = files.files
        document.querySelector(wantedSelector)?.remove()
        const started = performance.now()
        const observer = new MutationObserver(() => {
          if (document.querySelector(wantedSelector) === null) return
          observer.disconnect()
          resolve(performance.now() - started)
        })
        observer.observe(document.body, { childList: true, subtree: true })
        target?.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    [input, wanted, text] as const,
  )
}

function report(what: string, times: readonly number[], aimMs: number): void {
  const median = quantile(times, 0.5)
  const worst = Math.max(...times)
  console.log(
    `${what.padEnd(40)} median ${median.toFixed(1)} ms, worst ${worst.toFixed(1)} ms   aim ≤ ${aimMs} ms: ${median <= aimMs ? 'met' : 'MISSED'}`,
  )
}

const times: Record<'receipt' | 'answer' | 'chain', number[]> = {
  receipt: [],
  answer: [],
  chain: [],
}
const opened = '.input-panel input[type="file"]'
const brought = '.chain-panel input[type="file"]'
for (let round = 0; round < rounds; round += 1) {
  times.receipt.push(await timeFile(opened, '#verdict-word', JSON.stringify(svc.receipt)))
  times.answer.push(await timeFile(opened, '#verdict-word', answer))
  await page.locator(brought).waitFor({ state: 'attached' })
  times.chain.push(await timeFile(brought, '.chain', evidence))
}
// The first round loads the programs.
report('a receipt, to its verdict', times.receipt.slice(1), 20)
report('an answer, to its verdict', times.answer.slice(1), 20)
report('an enclave’s evidence, to its chain', times.chain.slice(1), 200)

/** Files made to take long. The longest time in which the page did nothing else, in milliseconds. */
const svcEvent = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], svc })}\n\n`
const answerOf = (content: unknown) =>
  JSON.stringify({ choices: [{ message: { role: 'assistant', content } }], svc })
const toolCall = (index: number) =>
  `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":${index},"id":"x"}]}}]}\n\n`
const bomb = deflateRawSync(Buffer.alloc(512 * 1024 * 1024, 0x20), { level: 9 })
const hostile: Readonly<Record<string, string>> = {
  'a link to half a gigabyte': `#1.${bomb.toString('base64url')}`,
  '10 MiB': `{"receipt":"${'x'.repeat(10 * 1024 * 1024)}"}`,
  '75,000 empty events': 'data: {}\n\n'.repeat(75_000),
  '4,900 events': 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n'.repeat(4_900) + svcEvent,
  '4,900 tool calls':
    Array.from({ length: 4_900 }, (_, index) => toolCall(index)).join('') + svcEvent,
  '750 kB of words': answerOf('word '.repeat(149_000)),
  '370,000 empty lines': answerOf('\n'.repeat(370_000)),
  '25,000 parts': answerOf(Array.from({ length: 25_000 }, () => ({ type: 'text', text: 'x' }))),
  '220,000 Thai letters': answerOf('\u0e01\u0e38'.repeat(110_000)),
  '300,000 deep': `{"svc":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
}
await page.evaluate(() => {
  const kept = window as unknown as { gap: number }
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    kept.gap = Math.max(kept.gap, now - last)
    last = now
  }, 2)
})
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
for (const [what, text] of Object.entries(hostile)) {
  const path = join(folder, 'file.json')
  writeFileSync(path, text)
  const gaps: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await page.locator(opened).setInputFiles({
      name: 'a',
      mimeType: 'text/plain',
      buffer: Buffer.from('zzz'),
    })
    await page.getByText('This is nothing that can be checked').waitFor()
    await page.evaluate(() => {
      ;(window as unknown as { gap: number }).gap = 0
    })
    await page.locator(opened).setInputFiles(path)
    await page.locator('.verdict:not(:has-text("This is nothing that can be checked"))').waitFor()
    gaps.push(
      await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const { gap } = window as unknown as { gap: number }
            requestAnimationFrame(() =>
              setTimeout(() => {
                resolve(Math.max(gap, (window as unknown as { gap: number }).gap))
              }, 20),
            )
          }),
      ),
    )
  }
  report(`no hang: ${what}`, gaps, 100)
}
rmSync(folder, { recursive: true })
await browser.close()
await gateway.stop()
