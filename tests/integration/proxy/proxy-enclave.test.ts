import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, onTestFinished, test } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { OfferRefused } from '#shared/exchange/verified-enclaves.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import { buildProxy } from '../../../server/commands/proxy/build-proxy.ts'
import { createEnclaveRoute } from '../../../server/commands/proxy/enclave/enclave-route.ts'
import { openEnclave } from '../../../server/commands/proxy/enclave/open-enclave.ts'
import type { Fault } from '../../../server/demo/enclave/faults.ts'
import {
  startSimulator,
  type Simulator,
  type SimulatorOptions,
} from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { answerFaults, bootFaults, contentMark } from '../../support/enclave/fault-outcomes.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { programPath } from '../../support/program-path.ts'
import { threeOf } from '../../support/three-of.ts'

// The proxy before an enclave itself: everything is inside the connection, and no gateway signs.

const model = 'enclave-model'

interface Opening {
  readonly aheadSeconds?: number
  readonly rootPem?: string
}

function open(simulator: Simulator, { aheadSeconds = 0, rootPem }: Opening = {}) {
  return openEnclave(
    {
      url: simulator.baseUrl,
      key: 'enclave-secret',
      collateralUrl: simulator.collateralUrl,
      simulationRoot: rootPem ?? simulator.rootPem,
    },
    {
      reference: parseReferenceValues(simulator.referenceValues),
      nowSeconds: () => Math.floor(Date.now() / 1000) + aheadSeconds,
      monotonicMs: () => performance.now(),
      throughFor: () => null,
    },
  )
}

async function startBefore(simulator: Simulator) {
  const { upstream } = await open(simulator)
  const views: AnswerView[] = []
  const app = buildProxy({
    route: createEnclaveRoute({ upstream, models: [model] }),
    allowedOrigins: [],
    report: {
      ended: ({ view }) => void views.push(view),
      left: () => {},
      refused: () => {},
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await upstream.close()
  })
  return { baseUrl: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, views }
}

type ChecksBody = ErrorBody & {
  readonly error: { readonly checks: readonly { readonly id: string; readonly by: string }[] }
}

const chat = { model, messages: [{ role: 'user' as const, content: 'What is 12 * 3?' }] }
const weather = {
  type: 'function' as const,
  function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
}

test('tools, calls and arguments are inside, in each dialect, and the verdict says that no gateway signed', async () => {
  const { baseUrl, views } = await startBefore(await untilEnd(startSimulator()))
  const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'any', maxRetries: 0 })
  const tools = { tools: [weather], tool_choice: 'required' as const, stop: ['never'] }
  const whole = await client.chat.completions.create({ ...chat, ...tools })
  expect(whole.choices[0]?.message.tool_calls).toMatchObject([
    { function: { name: 'get_weather' } },
  ])
  const streamed = client.chat.completions.stream({ ...chat, ...tools })
  const final = await streamed.finalChatCompletion()
  expect(final.choices[0]?.finish_reason).toBe('tool_calls')
  const response = await client.responses.create({ model, input: 'What is 12 * 3?' })
  expect(response.output_text).toContain('36')
  const message = await ask(`${baseUrl}/v1/messages`, { ...chat, max_tokens: 99, stream: true })
  expect(message.text).toContain('event: message_stop')
  const vectors = await client.embeddings.create({ model, input: 'x', dimensions: 8 })
  expect(vectors.data[0]?.embedding).toHaveLength(8)
  expect(views).toHaveLength(5)
  for (const { state, sentence, circumstances } of views) {
    expect(state).toBe('simulated')
    expect(sentence).toContain('The enclave signed this answer, and no gateway did.')
    expect(circumstances).toEqual([expect.stringContaining('tools and settings were all inside')])
  }
})

test('an answer is the enclave’s own, byte for byte, and its receipt is named', async () => {
  const simulator = await untilEnd(startSimulator())
  const { baseUrl } = await startBefore(simulator)
  const answer = await ask(`${baseUrl}/v1/chat/completions`, chat)
  expect(answer.headers.get('x-receipt-id')).toMatch(/^rcpt-/)
  expect(answer.text).not.toContain('"svc"')
  const { data } = (await (await fetch(`${baseUrl}/v1/models`)).json()) as { data: object[] }
  expect(data).toMatchObject([{ id: model }])
})

test.each(threeOf(Object.entries(bootFaults) as [Fault, string][]))(
  'with %s nothing starts, and %s is named',
  async (fault, check) => {
    const simulator = await untilEnd(startSimulator({ fault }))
    const error = await open(simulator).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OfferRefused)
    expect((error as OfferRefused).checks).toContainEqual(
      expect.objectContaining({ id: check, by: 'you' }),
    )
    expect(simulator.counts.chat).toBe(0)
  },
)

test.each<[string, SimulatorOptions, Opening, string]>([
  ['collateral that has ended', {}, { aheadSeconds: 365 * 24 * 3600 }, 'quote.tcb-info-dates'],
  ['no TLS key in the quote', { channel: 'unproven' }, {}, 'channel.tls'],
])('with %s nothing starts', async (_what, options, opening, check) => {
  const simulator = await untilEnd(startSimulator(options))
  const error = await open(simulator, opening).catch((thrown: unknown) => thrown)
  expect((error as OfferRefused).checks.map(({ id }) => id)).toContain(check)
  expect(simulator.counts.chat).toBe(0)
})

test('under the root of another simulation nothing starts', async () => {
  const [simulator, other] = [await untilEnd(startSimulator()), await untilEnd(startSimulator())]
  const error = await open(simulator, { rootPem: other.rootPem }).catch((thrown: unknown) => thrown)
  expect((error as OfferRefused).checks.map(({ id }) => id)).toContain('quote.root')
})

test('without collateral nothing starts', async () => {
  const simulator = await untilEnd(startSimulator())
  await simulator.stopCollateral()
  await expect(open(simulator)).rejects.toBeInstanceOf(OfferRefused)
})

test('a new boot is verified anew, before anything is sent to it', async () => {
  const simulator = await untilEnd(startSimulator())
  const { baseUrl, views } = await startBefore(simulator)
  for (const keys of ['kept', 'new'] as const) {
    await simulator.restart(null, keys)
    const before = simulator.counts.attestation
    expect((await ask(`${baseUrl}/v1/chat/completions`, chat)).status).toBe(200)
    expect(simulator.counts.attestation).toBeGreaterThan(before)
  }
  expect(views.map(({ state }) => state)).toEqual(['simulated', 'simulated'])
})

test.each<[string, Fault, string]>([
  ['a certificate that was swapped', 'swapped-tls-key', 'channel.tls'],
  ['other software', 'wrong-measurement', 'policy.compose'],
  ['a platform that fell behind', 'stale-tcb', 'quote.tcb-status'],
])('%s while it runs is sent nothing', async (_what, fault, check) => {
  const simulator = await untilEnd(startSimulator())
  const { baseUrl } = await startBefore(simulator)
  expect((await ask(`${baseUrl}/v1/chat/completions`, chat)).status).toBe(200)
  await simulator.restart(fault)
  const sent = simulator.counts.chat
  for (const stream of [false, true]) {
    const answer = await ask(`${baseUrl}/v1/chat/completions`, { ...chat, stream })
    expect(answer.status).toBe(503)
    const { code, checks } = answer.json<ChecksBody>().error
    expect(code).toBe('attestation_unavailable')
    expect(checks).toContainEqual(expect.objectContaining({ id: check, by: 'you' }))
  }
  expect(simulator.counts.chat).toBe(sent)
})

test('a keyset that changed once is attested once more; one that nobody can attest any more is refused', async () => {
  const simulator = await untilEnd(startSimulator())
  const { baseUrl } = await startBefore(simulator)
  simulator.setFault('keyset-changes')
  expect((await ask(`${baseUrl}/v1/chat/completions`, chat)).status).toBe(200)
  simulator.setFault('keyset-changes-twice')
  const answer = await ask(`${baseUrl}/v1/chat/completions`, chat)
  expect(answer.json<ChecksBody>().error.code).toBe('unverified_enclave')
  expect(answer.text).toContain('enclave-receipt.keyset')
  expect(answer.text).not.toMatch(contentMark)
})

test.each(threeOf(Object.entries(answerFaults)))(
  'with the fault %s an answer is as good as it would be for a gateway',
  async (fault, { tee }) => {
    const simulator = await untilEnd(startSimulator())
    const { baseUrl, views } = await startBefore(simulator)
    expect((await ask(`${baseUrl}/v1/chat/completions`, chat)).status).toBe(200)
    simulator.setFault(fault as Fault)
    const buffered = await ask(`${baseUrl}/v1/chat/completions`, chat)
    const streamed = await ask(`${baseUrl}/v1/chat/completions`, { ...chat, stream: true })
    if (tee === 'served') {
      expect([buffered.status, streamed.text.includes('[DONE]')]).toEqual([200, true])
      return
    }
    const [code, check] = tee
    expect(buffered.status).toBeGreaterThanOrEqual(400)
    expect(buffered.json<ErrorBody>().error.code).toBe(code)
    if (check !== undefined) expect(buffered.text).toContain(check)
    expect(buffered.text).not.toMatch(contentMark)
    expect(streamed.text).toContain('"error"')
    expect(streamed.text).not.toMatch(/\[DONE\]|finish_reason":"stop/)
    expect(views.slice(1).map(({ state }) => state)).not.toContain('simulated')
  },
)

test('the command says where it goes, and what could not be verified', async () => {
  const simulator = await untilEnd(startSimulator())
  const folder = temporaryFolder()
  const pinned = join(folder, 'pinned.json')
  const root = join(folder, 'root.pem')
  writeFileSync(pinned, JSON.stringify(simulator.referenceValues))
  writeFileSync(root, simulator.rootPem)
  const run = (...args: readonly string[]) => {
    const main = programPath('server/commands/proxy/main.ts')
    const own = ['--enclave', simulator.baseUrl, '--port', '0', '--reference-values', pinned]
    const more = ['--enclave-collateral', simulator.collateralUrl, ...args]
    const child = spawn(process.execPath, [main, ...own, ...more])
    onTestFinished(() => void child.kill('SIGKILL'))
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString('utf8')
      })
    }
    return () => printed
  }
  const simulated = ['--simulation-root', root, '--development']
  const output = run(...simulated, '--model', model)
  const hardware = run()
  await expect.poll(output).toContain('straight to the enclave')
  const url = /Base URL\s+(\S+)\/v1/.exec(output())?.[1] ?? ''
  expect((await ask(`${url}/v1/chat/completions`, chat)).status).toBe(200)
  await expect.poll(output).toContain('no gateway did')
  expect(output()).not.toContain('12 * 3')
  await expect.poll(hardware).toMatch(/The enclave could not be verified:[^]*quote\.root/)
})
