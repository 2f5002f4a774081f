import { Pool } from 'undici'

export interface LoadOptions {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly connections: number
  readonly requests: number
}

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Median time to the first byte of the body. */
  readonly firstByteMs: number
  /** Requests that were not answered with 200. */
  readonly failed: number
}

/** Sends `requests` over `connections`, each of which sends its next when it has its answer. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const pool = new Pool(options.baseUrl, { connections: options.connections })
  const times: number[] = []
  const firstBytes: number[] = []
  let left = options.requests
  let failed = 0
  const startedMs = performance.now()

  const one = () =>
    new Promise<void>((resolve, reject) => {
      const sentMs = performance.now()
      let isFirst = true
      pool.dispatch(
        {
          method: 'POST',
          path: '/v1/chat/completions',
          headers: { 'content-type': 'application/json', ...options.headers },
          body: options.body,
        },
        {
          onRequestStart() {},
          onResponseStart(_controller, status) {
            if (status !== 200) failed += 1
          },
          onResponseData() {
            if (isFirst) firstBytes.push(performance.now() - sentMs)
            isFirst = false
          },
          onResponseEnd() {
            times.push(performance.now() - sentMs)
            resolve()
          },
          onResponseError: (_controller, error) => reject(error),
        },
      )
    })
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await one()
    }
  }
  await Promise.all(Array.from({ length: options.connections }, worker))
  const seconds = (performance.now() - startedMs) / 1000
  await pool.close()
  return {
    requestsPerSecond: options.requests / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    firstByteMs: quantile(firstBytes, 0.5),
    failed,
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
