import type { Page } from 'playwright-core'
import { configFor } from '../gateway/gateway-config.ts'
import { richPages } from './rich-pages.ts'
import { sampleCell, type SampleCell } from './sample-cell.ts'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { answerSample, composeSample, questionFor } from './sample-upstream.ts'
import { simulatedConfig } from '../enclave/start-enclave.ts'
import { startGateway } from '../gateway/start-gateway.ts'
import { startObservedSite, type ObservedSite } from '../extension/start-observed-site.ts'
import { startTestUpstream } from '../peers/test-upstream.ts'

/** Attested enclave, a simulated one, and the same as another provider's. */
export const encryptedModels = ['test-encrypted', 'test-encrypted-elsewhere'] as const

/** Pages of front-ends, behind which every question that names a sample is answered with it. */
export interface SamplePages {
  readonly observed: ObservedSite
  /** One of the small pages, straight to the gateway. */
  openPage(path: string): Promise<Page>
  /** What is said of the answer, once its page shows it. `enough`: what need not be waited for any longer. */
  cell(asked: Asked, enough: (cell: SampleCell) => boolean): Promise<SampleCell>
  close(): Promise<void>
}

interface Asked {
  readonly name: string
  readonly send: (question: string) => Promise<unknown>
  readonly origin: string
}

/**
 * @param longest how long what is said of an answer may take to be what it stays, in milliseconds
 * @param browser as of an observed site
 */
export async function startSamplePages(
  longest: number,
  browser: 'shared' | 'own' = 'own',
): Promise<SamplePages> {
  const upstream = await startTestUpstream(answerSample)
  const config = configFor(upstream.baseUrl)
  const elsewhere = {
    id: 'elsewhere',
    kind: 'openai',
    base_url: upstream.baseUrl,
    mode: 'private',
    api_key: 'upstream-secret',
    models: { 'test-elsewhere': 'upstream-model' },
  } as const
  const simulator = await startSimulator({ compose: composeSample })
  const enclaves = encryptedModels.flatMap(
    (model) =>
      simulatedConfig(simulator, {}, { id: `of-${model}`, models: { [model]: 'enclave-model' } })
        .upstreams,
  )
  const running = await startGateway({
    config: { ...config, upstreams: [...config.upstreams, elsewhere, ...enclaves] },
  })
  const observed = await startObservedSite({ running, pages: richPages, browser })
  return {
    observed,
    async openPage(path) {
      const query = `?gateway=${encodeURIComponent(observed.gateway.baseUrl)}`
      const page = await observed.openPage(`${path}${query}`)
      await page.evaluate(() => Object.assign(globalThis, { model: 'test-private' }))
      return page
    },
    async cell({ name, send, origin }, enough) {
      await observed.ui({ kind: 'wipe' })
      await send(questionFor(name))
      const until = performance.now() + longest
      for (;;) {
        // eslint-disable-next-line no-await-in-loop
        const cell = await sampleCell(observed, origin)
        if (enough(cell) || performance.now() > until) return cell
      }
    },
    async close() {
      await observed.close()
      await simulator.close()
      await upstream.close()
    },
  }
}

/** As the page's own script does. */
export const sendIn = (page: Page) => (question: string) =>
  page.evaluate(
    (asked) => (globalThis as unknown as { send(question: string): Promise<void> }).send(asked),
    question,
  )
