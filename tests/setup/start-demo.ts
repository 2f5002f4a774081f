import type { TestProject } from 'vitest/node'
import { startGateway, type RunningGateway } from '../support/gateway/start-gateway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `npm start` without a configuration, for every file that changes nothing of it. */
    readonly demo: { readonly baseUrl: string }
  }
}

let started: Promise<RunningGateway> | undefined

/** One demo for all files that only ask: a test that changes a gateway, or reads what it counts, starts its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  started ??= startGateway({ config: null, isBundled: true })
  const demo = await started
  project.provide('demo', { baseUrl: demo.baseUrl })
  return () => demo.kill()
}
