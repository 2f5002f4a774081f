import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../../support/requests/ask.ts'
import { configFor } from '../../support/gateway/gateway-config.ts'
import { startGateway } from '../../support/gateway/start-gateway.ts'
import {
  answerJson,
  answerSse,
  answerText,
  chunk,
  done,
  startTestUpstream,
} from '../../support/peers/test-upstream.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { makeKey } from '../../support/gateway/make-key.ts'

const prompt = 'canary-prompt-6b1f'
const answer = 'canary-answer-90ce'

const others = [
  ['messages', { max_tokens: 9, system: prompt, messages: [{ role: 'user', content: prompt }] }],
  ['responses', { instructions: prompt, input: prompt }],
  ['embeddings', { input: prompt }],
] as const

test('no prompt, answer, salt or key is in a file, a log or a metric', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const upstream = await startTestUpstream(answerText(answer))
  const { upstreams, ...config } = configFor(upstream.baseUrl)
  const speaks = ['messages', 'responses', 'embeddings'] as const
  const gateway = await startGateway({
    config: {
      ...config,
      upstreams: upstreams.map((each) =>
        each.id === 'third-party' && each.kind === 'openai'
          ? { ...each, speaks: [...speaks] }
          : each,
      ),
    },
    dataDir,
    environment: { LOG_LEVEL: 'trace' },
  })
  const url = `${gateway.baseUrl}/v1/chat/completions`
  const key = await makeKey(gateway.baseUrl)
  const headers = { authorization: `Bearer ${key}` }
  const body = { model: 'test-private', messages: [{ role: 'user', content: prompt }] }
  const secrets = [prompt, answer, key]
  const keepSalts = (text: string) => {
    const found = text.matchAll(/"(?:prompt|response)":"([0-9a-f]{64})"/g)
    secrets.push(...[...found].map(([, salt]) => salt ?? ''))
  }

  const buffered = await ask(url, body, headers)
  expect(buffered.text).toContain(answer)
  keepSalts(buffered.text)
  upstream.answerWith(answerSse([chunk({ content: answer }), chunk({}, 'stop'), done]))
  const streamed = await ask(url, { ...body, stream: true }, headers)
  keepSalts(streamed.text)
  expect(secrets).toHaveLength(3 + 4)

  // Everything that fails, too: errors are where such things leak.
  for (const text of [`{"${answer}`, `{"error":{"message":"${prompt} ${answer}"}}`]) {
    for (const status of [200, 400, 500]) {
      upstream.answerWith(answerJson(text, status))
      await ask(url, body, headers)
    }
  }
  upstream.answerWith(answerSse([chunk({ content: answer }), `data: {"${prompt}`]))
  await ask(url, { ...body, stream: true }, headers)
  await ask(url, `{"${prompt}`, headers)
  await ask(url, body, { authorization: `Bearer ${prompt}` })
  await fetch(`${gateway.baseUrl}/v1/models/${prompt}?${answer}`)

  const metricsOf = async () => (await fetch(`${gateway.baseUrl}/api/metrics`)).text()
  expect(await metricsOf()).toContain(
    'countersign_answers_total{mode="private",delivery="streamed"} 1',
  )

  // In another dialect, passed through or translated.
  for (const [path, asked] of others) {
    for (const model of ['test-private', 'test-anonymized']) {
      for (const stream of [false, true]) {
        const said = { message: `${prompt} ${answer}` }
        upstream.answerWith(
          stream
            ? answerSse([chunk({ content: answer }), `data: {"${prompt}`])
            : answerText(answer),
        )
        await ask(`${gateway.baseUrl}/v1/${path}`, { ...asked, model, stream })
        for (const status of [400, 401, 500]) {
          upstream.answerWith(answerJson(JSON.stringify({ error: said }), status))
          await ask(`${gateway.baseUrl}/v1/${path}`, { ...asked, model, stream })
        }
      }
    }
    await ask(`${gateway.baseUrl}/v1/${path}`, { ...asked, model: prompt, [answer]: prompt })
  }
  const metrics = await metricsOf()
  await gateway.stop()
  await upstream.close()

  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(files.length).toBeGreaterThan(1)
  expect(gateway.output()).toContain('"level":20')
  for (const secret of secrets) {
    for (const place of [metrics, gateway.output(), ...files]) {
      expect(place.includes(secret)).toBe(false)
    }
  }
})

test('an error of our own is logged without its message', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const upstream = await startTestUpstream(answerText(answer))
  const gateway = await startGateway({
    config: configFor(upstream.baseUrl),
    dataDir,
    nodeArguments: [
      '--import',
      join(import.meta.dirname, '../../support/gateway/break-randomness.ts'),
    ],
    alters: true,
  })
  const { status, text } = await ask(`${gateway.baseUrl}/v1/chat/completions`, {
    model: 'test-private',
    messages: [{ role: 'user', content: prompt }],
  })
  expect(status).toBe(500)
  expect(text).toContain('"code":"internal_error"')
  expect(text).not.toContain('canary')
  await gateway.stop()
  await upstream.close()
  expect(gateway.output()).toContain('the gateway failed to serve a request')
  expect(gateway.output()).toContain('break-randomness')
  expect(gateway.output()).not.toContain('canary')
})
