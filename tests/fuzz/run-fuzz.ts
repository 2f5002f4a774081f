import { Pool } from 'undici'
import { startGateway, type RunningGateway } from '../support/gateway/start-gateway.ts'
import { checkAnswer, codeOf } from './check-answer.ts'
import { chatCase, type FuzzCase } from './fuzz-case.ts'
import { everyFlood } from './floods.ts'
import { startFuzzUpstream } from './fuzz-upstream.ts'
import { makeAnswerCase, makeCase } from './make-case.ts'
import { readMemory, type Memory } from './read-memory.ts'
import { sendCase } from './send-case.ts'

/** Numbers of the first case and of the one after the last. */
interface Range {
  readonly from: number
  readonly to: number
}

export interface FuzzOptions {
  readonly seed: number
  /** Requests that nobody should send. */
  readonly bodies: Range
  /** Good requests whose upstream answers as no upstream should. */
  readonly answers: Range
  readonly connections: number
  readonly onProgress?: (done: number) => void
}

export interface FuzzFailure {
  readonly caseNumber: number
  readonly sent: FuzzCase
  readonly reason: string
}

export interface FuzzReport {
  /** How often each status and code came, by the kind of case: `json: 400 invalid_request_error`. */
  readonly answers: ReadonlyMap<string, number>
  readonly failures: readonly FuzzFailure[]
  /** What the upstream should not have been sent. */
  readonly complaints: readonly string[]
  /** Of the gateway, when it had warmed up and after all. */
  readonly memory: { readonly warm: Memory; readonly end: Memory }
  /** Longest laps of the gateway's event loop while bodies were hostile, and while answers were. */
  readonly loop: { readonly bodies: Memory['loop']; readonly answers: Memory['loop'] }
  /** Whether a good request was answered after all of it. */
  readonly stillAnswers: boolean
}

const mostFailures = 5

/** With so many cases memory is judged, and has first had the size that the longest bodies give it. */
const longRun = 5_000
const floodsAtOnce = 4

/** Throws requests at a gateway of its own, over connections that are kept. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const upstream = await startFuzzUpstream(options.seed)
  const gateway = await startFuzzedGateway(upstream.baseUrl)
  const origin = new URL(gateway.baseUrl)
  const pool = new Pool(gateway.baseUrl, { connections: options.connections, headersTimeout: 0 })
  const target = { pool, origin, key: await makeKey(gateway) }
  const answers = new Map<string, number>()
  const failures: FuzzFailure[] = []

  async function tryOne(make: typeof makeCase, caseNumber: number): Promise<void> {
    const sent = make(options.seed, caseNumber)
    const outcome = await judge(sent)
    answers.set(outcome.seen, (answers.get(outcome.seen) ?? 0) + 1)
    if (outcome.reason !== null) failures.push({ caseNumber, sent, reason: outcome.reason })
  }

  async function judge(
    sent: FuzzCase,
  ): Promise<{ readonly seen: string; readonly reason: string | null }> {
    try {
      const answer = await sendCase(sent, target)
      const seen = `${sent.kind}: ${answer === null ? 'closed' : codeOf(answer)}`
      return { seen, reason: checkAnswer(sent, answer) }
    } catch (error) {
      return { seen: `${sent.kind}: failed`, reason: `no answer: ${String(error)}` }
    }
  }

  /** The allocator keeps what it once had to get: growth is counted from there. */
  async function floodAtOnce(): Promise<void> {
    for (const sent of everyFlood()) {
      await Promise.all(Array.from({ length: floodsAtOnce }, () => judge(sent)))
    }
  }

  async function runRange(make: typeof makeCase, { from, to }: Range): Promise<void> {
    let next = from
    const work = async () => {
      while (next < to && failures.length < mostFailures) {
        const caseNumber = next
        next += 1
        await tryOne(make, caseNumber)
        if (caseNumber % 1_000 === 999) options.onProgress?.(caseNumber + 1)
      }
    }
    await Promise.all(Array.from({ length: options.connections }, work))
  }

  try {
    const { from, to } = options.bodies
    const warmUpEnd = from + warmUpCount(to - from)
    // What starting up took counts for nobody.
    await readMemory(gateway)
    if (to - from >= longRun) await floodAtOnce()
    await runRange(makeCase, { from, to: warmUpEnd })
    const warm = await readMemory(gateway)
    await runRange(makeCase, { from: warmUpEnd, to })
    const between = await readMemory(gateway)
    await runRange(makeAnswerCase, options.answers)
    const end = await readMemory(gateway)
    const good = await judge(chatCase('good', goodBody))
    return {
      answers,
      failures,
      complaints: upstream.complaints,
      memory: { warm, end },
      loop: {
        bodies: {
          waited: Math.max(warm.loop.waited, between.loop.waited),
          computed: Math.max(warm.loop.computed, between.loop.computed),
        },
        answers: end.loop,
      },
      stillAnswers: good.seen === 'good: 200' && good.reason === null,
    }
  } finally {
    await pool.destroy()
    await gateway.stop()
    await upstream.close()
  }
}

async function makeKey({ baseUrl }: RunningGateway): Promise<string> {
  const made = await fetch(`${baseUrl}/api/keys`, { method: 'POST' })
  return ((await made.json()) as { key: string }).key
}

/** A tenth of the cases, and at least 5,000 where there are twice as many: V8's heap has its size then. */
function warmUpCount(count: number): number {
  return Math.max(Math.ceil(count / 10), Math.min(5_000, Math.ceil(count / 2)))
}

const goodBody = JSON.stringify({
  model: 'fuzz-private',
  messages: [{ role: 'user', content: 'hi' }],
})

function startFuzzedGateway(upstreamUrl: string): Promise<RunningGateway> {
  const upstream = {
    kind: 'openai',
    base_url: upstreamUrl,
    api_key: 'upstream-secret',
  } as const
  return startGateway({
    config: {
      upstreams: [
        {
          ...upstream,
          id: 'own',
          mode: 'private',
          models: {
            'fuzz-private': 'upstream-model',
            'fuzz-paid': 'upstream-model',
            'fuzz-hostile': 'hostile-model',
          },
        },
        {
          ...upstream,
          id: 'third-party',
          mode: 'anonymized',
          models: {
            'fuzz-anonymized': 'upstream-model',
            'fuzz-hostile-anonymized': 'hostile-model',
          },
        },
      ],
      models: [{ id: 'fuzz-paid', plan: 'paid' }],
      traits: { default: 'fuzz-private' },
      plans: [
        { id: 'free', requests_per_minute: 10_000_000 },
        { id: 'paid', requests_per_minute: 10_000_000 },
      ],
      body_timeout_ms: 1_000,
    },
    nodeArguments: ['--expose-gc', '--import', `${import.meta.dirname}/report-memory.ts`],
  })
}
