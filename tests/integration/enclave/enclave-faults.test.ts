import { beforeEach, describe, expect, test } from 'vitest'
import { faults, type Fault } from '../../../server/demo/enclave/faults.ts'
import {
  answerFaults,
  bootFaults,
  contentMark,
  fewWords,
  type ExpectedOfFault as Expected,
} from '../../support/enclave/fault-outcomes.ts'
import { untilEnd } from '../../support/until-end.ts'
import { sealedModel, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startProxy, type RunningProxy } from '../../support/gateway/start-proxy.ts'

async function start(timeoutMs: number) {
  const setup = await untilEnd(startEnclave({}, {}, { timeout_ms: timeoutMs }))
  return { ...setup, proxy: await untilEnd(startProxy(setup.gateway.baseUrl)) }
}
const patient = await start(60_000)
/** Before the gateway that waits for an answer in vain. */
const impatient = await start(1_000)

interface Outcome {
  readonly status: number
  /** Null for an answer. */
  readonly code: string | null
  /** Ids that a refusal lists. */
  readonly checks: readonly string[]
  readonly text: string
}

interface AskOptions {
  readonly stream: boolean
  readonly headers?: Readonly<Record<string, string>>
}

async function ask(baseUrl: string, { stream, headers }: AskOptions): Promise<Outcome> {
  const response = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: sealedModel,
      stream,
      max_tokens: fewWords,
      messages: [{ role: 'user', content: 'Say something.' }],
    }),
  })
  const text = await response.text()
  const last = stream && response.status === 200 ? lastData(text) : text
  const { error } = (last === '[DONE]' ? {} : JSON.parse(last)) as {
    error?: { code: string; checks?: readonly { id: string }[] }
  }
  return {
    status: response.status,
    code: error?.code ?? null,
    checks: (error?.checks ?? []).map(({ id }) => id),
    text,
  }
}

function lastData(text: string): string {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '))
  return lines.at(-1)?.slice('data: '.length) ?? '{}'
}

const proven = { 'x-svc-release': 'proven' }

test('every fault that the simulator knows is tried', () => {
  const tried = [...Object.keys(bootFaults), ...Object.keys(answerFaults)]
  expect(tried.toSorted()).toEqual(Object.keys(faults).toSorted())
})

describe.each(Object.entries(bootFaults) as [Fault, string][])(
  'an enclave that %s',
  (fault, check) => {
    test.concurrent(`is sent nothing, on no path, and ${check} is named`, async ({
      onTestFinished,
    }) => {
      const { simulator, gateway, stop } = await startEnclave({ fault })
      onTestFinished(stop)
      for (const stream of [false, true]) {
        const answer = await ask(gateway.baseUrl, { stream })
        expect(answer).toMatchObject({ status: 503, code: 'attestation_unavailable' })
        expect(answer.checks).toContain(check)
        expect(answer.text).not.toMatch(contentMark)
      }
      const key = await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${sealedModel}`)
      const body = (await key.json()) as { error: { code: string; checks: { id: string }[] } }
      expect(key.status).toBe(503)
      expect(body.error.code).toBe('attestation_unavailable')
      expect(body.error.checks.map(({ id }) => id)).toContain(check)
      expect(simulator.counts.chat).toBe(0)
      const model = await (await fetch(`${gateway.baseUrl}/v1/models/${sealedModel}`)).json()
      expect(model).toMatchObject({ svc: { mode: null, sealable: true } })
    })
  },
)

describe.each(Object.entries(answerFaults) as [Fault, Expected][])(
  'an enclave with the fault %s',
  (fault, expected) => {
    const { simulator, gateway, proxy } = fault === 'hang' ? impatient : patient

    beforeEach(() => simulator.setFault(null))

    test('in tee: the exact refusal, buffered and streamed, without content', async () => {
      expect((await ask(gateway.baseUrl, { stream: false })).code).toBeNull()
      simulator.setFault(fault)
      const before = simulator.counts.chat
      const [buffered, held, flowing] = await inTurn(expected.tee, [
        () => ask(gateway.baseUrl, { stream: false }),
        () => ask(gateway.baseUrl, { stream: true, headers: proven }),
        () => ask(gateway.baseUrl, { stream: true }),
      ])
      for (const answer of [buffered, held, flowing]) {
        expectOutcome(answer, expected.tee)
        if (answer.code !== null) expect(answer.text).not.toMatch(/"svc"|\[DONE\]/)
      }
      // Whoever is silent may be at work on it: nobody is asked again.
      if (fault === 'hang') expect(simulator.counts.chat - before).toBe(3)
      if (expected.tee === 'served') return
      expect(buffered.text).not.toMatch(contentMark)
      expect(held.text).not.toMatch(contentMark)
    })

    test('in e2ee: the exact refusal by the client, buffered and streamed', async () => {
      const before = proxy.judgements.length
      expect((await ask(proxy.baseUrl, { stream: false })).code).toBeNull()
      simulator.setFault(fault)
      const [buffered, streamed] = await inTurn(expected.e2ee, [
        () => ask(proxy.baseUrl, { stream: false }),
        () => ask(proxy.baseUrl, { stream: true }),
      ])
      expectOutcome(buffered, expected.e2ee, 'proxy')
      expectStreamOutcome(streamed, expected.e2ee)
      if (expected.e2ee !== 'served') expect(buffered.text).not.toMatch(contentMark)
      expectVerdicts(proxy.judgements.slice(before), expected.e2ee)
    })
  },
)

/** What is to be served is asked one after the other: with `keyset-changes` each answer needs its own keyset. */
async function inTurn<const Asks extends readonly (() => Promise<Outcome>)[]>(
  expected: Expected['tee'],
  asks: Asks,
): Promise<{ readonly [Index in keyof Asks]: Outcome }> {
  const outcomes: Outcome[] = []
  if (expected === 'served') for (const each of asks) outcomes.push(await each())
  else outcomes.push(...(await Promise.all(asks.map((each) => each()))))
  return outcomes as unknown as { readonly [Index in keyof Asks]: Outcome }
}

function expectOutcome(
  answer: Outcome,
  expected: Expected['tee'],
  by: 'gateway' | 'proxy' = 'gateway',
): void {
  if (expected === 'served') {
    expect(answer).toMatchObject({ status: 200, code: null })
    if (by === 'gateway') expect(answer.text).toContain('"svc"')
    return
  }
  const [code, check] = expected
  expect(answer.code).toBe(code)
  if (check !== undefined) expect(answer.checks).toContain(check)
}

function expectStreamOutcome(answer: Outcome, expected: Expected['e2ee']): void {
  if (expected === 'served') {
    expect(answer).toMatchObject({ status: 200, code: null })
    return
  }
  expect(answer.code).toBe(expected[0])
  expect(answer.text).not.toMatch(/\[DONE\]/)
}

function expectVerdicts(
  [good, ...others]: RunningProxy['judgements'],
  expected: Expected['e2ee'],
): void {
  expect(good?.verdict.kind).toBe('verified')
  for (const { verdict } of others) {
    expect(verdict.kind === 'verified').toBe(expected === 'served')
  }
}
