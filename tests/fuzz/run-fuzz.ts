import fc from 'fast-check'
import { Pool } from 'undici'
import { fuzzCase, type FuzzCase } from './generate-body.ts'

export interface FuzzOptions {
  readonly baseUrl: string
  readonly count: number
  readonly seed: number
}

export interface FuzzReport {
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** What went wrong, each with the body that did it; empty when nothing did. */
  readonly failures: readonly string[]
}

const workers = 16
const hangMs = 30_000

/**
 * Every answer must be 2xx with `svc`, or a 4xx with a code in the OpenAI shape and no answer in it:
 * never a 5xx, a crash or a hang.
 */
export async function runFuzz({ baseUrl, count, seed }: FuzzOptions): Promise<FuzzReport> {
  const pool = new Pool(baseUrl, {
    connections: workers,
    headersTimeout: hangMs,
    bodyTimeout: hangMs,
  })
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const cases = sampleInBatches(count, seed)

  const worker = async () => {
    for (let next = cases.next(); !next.done; next = cases.next()) {
      if (failures.length >= 10) return
      const problem = await tryOne(pool, next.value, statuses)
      if (problem !== null) failures.push(`${problem}\n  ${describe(next.value)}`)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  await pool.close()
  return { statuses, failures }
}

function* sampleInBatches(count: number, seed: number): Generator<FuzzCase, void> {
  const batch = 1000
  for (let made = 0; made < count; made += batch) {
    const numRuns = Math.min(batch, count - made)
    yield* fc.sample(fuzzCase, { numRuns, seed: seed + made })
  }
}

async function tryOne(
  pool: Pool,
  { body, headers }: FuzzCase,
  statuses: Map<number, number>,
): Promise<string | null> {
  const [name = '', value = ''] = headers
  try {
    const answer = await pool.request({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json', [name]: value },
      body,
    })
    const text = await answer.body.text()
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    return judge(answer.statusCode, text)
  } catch (error) {
    return `no answer: ${(error as Error).name} ${(error as Error).message}`
  }
}

function judge(status: number, text: string): string | null {
  if (status >= 200 && status < 300) return text.includes('"svc"') ? null : 'an answer without svc'
  if (status < 400 || status >= 500) return `status ${status}: ${text.slice(0, 300)}`
  const { error } = JSON.parse(text) as { error?: { code?: unknown; message?: unknown } }
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return 'no code'
  return text.includes('"choices"') ? 'a refusal with an answer in it' : null
}

function describe({ body, headers }: FuzzCase): string {
  return `${headers.join(': ').slice(0, 100)} ${body.subarray(0, 2000).toString('base64')}`
}
