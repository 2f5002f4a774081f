import { fetchEvidence } from '../support/fetch-evidence.ts'
import { openBrowser } from '../support/open-browser.ts'
import { startGateway } from '../support/start-gateway.ts'

// npm run bench:pages: how long /verify takes from a file to what it draws, in a real Chromium.

const rounds = 20
const model = 'svc-assist-mini'
const gateway = await startGateway({ config: null })
const browser = await openBrowser()
const page = await browser.newPage()
await page.goto(`${gateway.baseUrl}/verify`)
await page.getByText('publishes').waitFor()
await page.getByLabel('Development mode').check()

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
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  const worst = sorted.at(-1) ?? Number.NaN
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
for (let round = 0; round < rounds; round += 1) {
  times.receipt.push(await timeFile(opened, '#verdict-word', JSON.stringify(svc.receipt)))
  times.answer.push(await timeFile(opened, '#verdict-word', answer))
  await page.locator('.chain-panel').waitFor()
  times.chain.push(await timeFile('.chain-panel input[type="file"]', '.chain', evidence))
}
// The first round loads the programs.
report('a receipt, to its verdict', times.receipt.slice(1), 20)
report('an answer, to its verdict', times.answer.slice(1), 20)
report('an enclave’s evidence, to its chain', times.chain.slice(1), 200)
await browser.close()
await gateway.stop()
