import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import type { AnswerView } from '#shared/judge/words/describe-answer.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { buildProxy } from '../../../server/commands/proxy/build-proxy.ts'
import { createEnclaveRoute } from '../../../server/commands/proxy/enclave/enclave-route.ts'
import { openEnclave } from '../../../server/commands/proxy/enclave/open-enclave.ts'
import type { HostPlan } from '../../../server/demo/enclave/hardware/make-host-evidence.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { packageBefore, refusalOf } from '../../support/requests/countersign-requests.ts'
import { sealedModel } from '../../support/enclave/start-enclave.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { startReference } from '../../support/enclave/start-reference.ts'
import { sampleAnswers } from '../../support/chats/sample-answers.ts'
import { answerSample } from '../../support/chats/sample-upstream.ts'
import { chunk, startTestUpstream, type Answer } from '../../support/peers/test-upstream.ts'

/** Path of the enclaves' reference gateway, built; nothing of it is in this repository. */
const program = process.env['REFERENCE_GATEWAY'] ?? ''
const chat = '/v1/chat/completions'
const messages = [{ role: 'user' as const, content: 'Say something.' }]
const name = 'enclave-model'

async function start(serving: 'direct' | 'aggregator', plan?: HostPlan) {
  const host = await untilEnd(startTestUpstream(answerSample))
  const hostUrl = host.baseUrl.replace(/\/v1$/, '')
  const behind = plan && { host: plan }
  const reference = await untilEnd(
    startReference({ program, hostUrl, models: [name], serving, ...behind }),
  )
  const gateway = await untilEnd(
    startGateway({
      config: {
        upstreams: [
          {
            id: 'reference',
            kind: 'aci-simulated',
            base_url: reference.baseUrl,
            collateral_url: reference.collateralUrl,
            simulation_root: reference.rootPem,
            reference_values: reference.referenceValues,
            tls_ca: reference.certificatePem,
            api_key: 'enclave-secret',
            timeout_ms: 60_000,
            models: { [sealedModel]: name },
          },
        ],
        traits: {},
      },
    }),
  )
  return { host, gateway, reference }
}

/** The proxy before the reference itself, with no gateway of ours. */
async function startDirectly() {
  const { reference, host } = await start('direct')
  const { upstream } = await openEnclave(
    {
      url: reference.baseUrl,
      key: 'enclave-secret',
      collateralUrl: reference.collateralUrl,
      simulationRoot: reference.rootPem,
    },
    {
      reference: parseReferenceValues(reference.referenceValues),
      nowSeconds: () => Math.floor(Date.now() / 1000),
      monotonicMs: () => performance.now(),
      throughFor: () => null,
    },
  )
  const views: AnswerView[] = []
  const app = buildProxy({
    route: createEnclaveRoute({ upstream, models: [name] }),
    allowedOrigins: [],
    report: { ended: ({ view }) => void views.push(view), left: () => {}, refused: () => {} },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await upstream.close()
  })
  const baseURL = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v1`
  return { client: new OpenAI({ baseURL, apiKey: 'any', maxRetries: 0 }), views, host }
}

/** The first piece of a stream that never ends. */
const halfAnAnswer: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ content: 'half' }))
}

/** What each sample says, asked of a client buffered, streamed and as a response. */
async function askEachSample(client: OpenAI, model: string) {
  const said: Record<string, readonly string[]> = {}
  for (const sample of samples) {
    const asked = [{ role: 'user' as const, content: `Sample: ${sample}.` }]
    const whole = await client.chat.completions.create({ model, messages: asked })
    let streamed = ''
    const stream = await client.chat.completions.create({ model, messages: asked, stream: true })
    for await (const { choices } of stream) streamed += choices[0]?.delta.content ?? ''
    const response = await client.responses.create({ model, input: `Sample: ${sample}.` })
    said[sample] = [whole.choices[0]?.message.content ?? '', streamed, response.output_text]
  }
  return said
}

const samples = ['plain', 'markdown', 'code', 'reasoning', 'trailing newline'] as const
const allThree = Object.fromEntries(
  samples.map((sample) => [sample, Array(3).fill(sampleAnswers[sample]?.content)]),
)

// Without REFERENCE_GATEWAY these are listed as skipped: set it to the path of the program.
describe.skipIf(program === '')(
  'before the enclaves’ reference gateway (REFERENCE_GATEWAY)',
  () => {
    test.each([undefined, {}, { order: ['x'] }, null])(
      'behind an aggregator whose host nobody verified a request with provider %j is refused, and the host sees nothing',
      async (provider) => {
        const { host, gateway } = await start('aggregator')
        for (const stream of [false, true]) {
          const body = { model: sealedModel, messages, stream, provider }
          const answer = await ask(`${gateway.baseUrl}${chat}`, body)
          expect(answer.status, answer.text).toBe(503)
          const { error } = answer.json<ErrorBody & { error: { checks: { id: string }[] } }>()
          expect(error.code).toBe('unverified_enclave')
          expect(error.checks.map(({ id }) => id)).toContain('enclave.upstream-model')
        }
        expect(host.requests).toEqual([])
      },
    )

    test('a session that it does not know is refused after one more try', async () => {
      const { host, gateway } = await start('aggregator')
      const provider = { aci_session_ids: ['ab'.repeat(32)] }
      const answer = await ask(`${gateway.baseUrl}${chat}`, {
        model: sealedModel,
        messages,
        provider,
      })
      expect(answer.status, answer.text).toBe(503)
      expect(answer.text).toContain('enclave.upstream-model')
      expect(host.requests).toEqual([])
    })

    test('serving by itself it is verified, and answers in tee', async () => {
      const { gateway } = await start('direct')
      const answer = await ask(`${gateway.baseUrl}${chat}`, { model: sealedModel, messages })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toContain('"privacy_mode":"tee"')
    })

    test.each(['tee', 'e2ee'] as const)(
      'what it answers in %s the package hands out whole and streamed, with every check made',
      async (atLeast) => {
        const { gateway, host } = await start('direct')
        const states: string[] = []
        const verifying = countersignFetch({
          gateway: gateway.baseUrl,
          atLeast,
          simulation: 'accept',
          onVerdict: ({ mode, state, failed }) =>
            void states.push(`${mode} ${state} ${failed?.id}`),
        })
        const client = new OpenAI({ apiKey: 'unused', maxRetries: 0, fetch: verifying })
        expect(await askEachSample(client, sealedModel)).toEqual(allThree)
        expect(states).toEqual(Array(3 * samples.length).fill(`${atLeast} simulated undefined`))
        expect(host.requests).toHaveLength(3 * samples.length)
      },
    )

    test.each<[string, HostPlan, 'established' | 'the provider’s claim']>([
      ['shows a quote over its TLS key', {}, 'established'],
      ['shows nothing that can be judged', { kind: 'none' }, 'the provider’s claim'],
    ])(
      'a host that it vouches for and that %s is named in its receipt and session, and judged',
      async (_shows, plan, secondHop) => {
        const { gateway, host } = await start('aggregator', plan)
        const proxy = await untilEnd(startProxy(gateway.baseUrl))
        for (const stream of [false, true]) {
          const inTee = { model: sealedModel, messages, stream, provider: {} }
          const answer = await ask(`${gateway.baseUrl}${chat}`, inTee)
          expect(answer.text).toContain('"privacy_mode":"tee"')
          await ask(`${proxy.baseUrl}${chat}`, { model: sealedModel, messages, stream })
        }
        expect(proxy.judgements.map(({ verdict, secondHop: hop }) => [verdict.kind, hop])).toEqual(
          Array(2).fill(['verified', secondHop]),
        )
        expect(host.requests).toHaveLength(4)
      },
    )

    test('a host whose quote is over another TLS key than it is reached under is not believed', async () => {
      const { gateway } = await start('aggregator', { quotedSpki: 'ab'.repeat(32) })
      const { ask: inTee } = packageBefore(gateway.baseUrl, { atLeast: 'tee' })
      const { ask: encrypted } = packageBefore(gateway.baseUrl, { atLeast: 'e2ee' })
      for (const asked of [inTee, encrypted]) {
        for (const stream of [false, true]) {
          const { code, check } = await refusalOf(asked({ stream }))
          expect([code, check]).toEqual(['unverified_enclave', 'enclave.upstream-model'])
        }
      }
    })

    test.each(['tee', 'e2ee'] as const)(
      'one that starts anew, with its keys and with others, is asked on in %s, and what broke off is refused',
      async (atLeast) => {
        const { gateway, reference, host } = await start('direct')
        const { ask: asked, verdicts } = packageBefore(gateway.baseUrl, { atLeast })
        for (const keys of ['same keys', 'other keys'] as const) {
          expect((await asked()).status).toBe(200)
          host.answerWith(halfAnAnswer)
          const coming = host.next()
          const broken = refusalOf(asked({ stream: true }))
          await coming
          await reference.restart(keys)
          await broken
          host.answerWith(answerSample)
        }
        for (const stream of [true, false]) expect((await asked({ stream })).status).toBe(200)
        const returned = verdicts.filter(({ outcome }) => outcome === 'returned')
        expect(returned.map(({ state }) => state)).toEqual(Array(4).fill('simulated'))
      },
    )

    test.each(['tee', 'e2ee'] as const)(
      'a host whose client left in the middle of a stream in %s is left, too',
      async (atLeast) => {
        const { gateway, host } = await start('direct')
        host.answerWith(halfAnAnswer)
        const leaving = new AbortController()
        const coming = host.next()
        const { ask: asked } = packageBefore(gateway.baseUrl, { atLeast })
        const answer = asked({ stream: true }, { signal: leaving.signal })
        const { aborted } = await coming
        leaving.abort()
        await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
        await aborted
      },
    )

    test('the proxy talks to it with no gateway between, tools too, and says so', async () => {
      const { client, views, host } = await startDirectly()
      expect(await askEachSample(client, name)).toEqual(allThree)
      const parameters = { type: 'object', properties: {} }
      await client.chat.completions.create({
        model: name,
        messages,
        tools: [{ type: 'function', function: { name: 'get_weather', parameters } }],
      })
      expect(host.requests.at(-1)?.body.toString()).toContain('get_weather')
      expect(new Set(views.map(({ state }) => state))).toEqual(new Set(['simulated']))
      expect(views).toHaveLength(3 * samples.length + 1)
      expect(views[0]?.sentence).toContain('no gateway did')
    })
  },
)
