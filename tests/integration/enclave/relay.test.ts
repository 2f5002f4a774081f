import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { e2eeV2 } from '#shared/e2ee/e2ee-v2.ts'
import type { SealedRequest } from '#shared/e2ee/e2ee-client.ts'
import { followRelayedStream, readRelayedAnswer } from '#shared/e2ee/relayed-answer.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { sealedModel, simulatedConfig, startEnclave } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { allHold, verifyIndependently } from '../../support/receipts/verify-independently.ts'

interface Key {
  readonly algo: string
  readonly public_key: string
  readonly upstream_model: string
  readonly measurement: string
}

const setup = await untilEnd(startEnclave())
const url = `${setup.gateway.baseUrl}/api/e2ee/relay`
const key = (await (
  await fetch(`${setup.gateway.baseUrl}/api/e2ee/key?model=${sealedModel}`)
).json()) as Key

const now = () => Math.floor(Date.now() / 1000)

function seal(more: object = {}, outerModel: string = sealedModel): SealedRequest {
  return e2eeV2.sealRequest({
    request: { model: key.upstream_model, messages: [{ role: 'user', content: 'hi' }], ...more },
    outerModel,
    serviceKey: { algo: key.algo, publicKey: key.public_key },
    timestamp: now(),
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  })
}

test('the key comes with its four facts, and with a nonce also with what proves them', async () => {
  expect(key).toMatchObject({
    algo: 'x25519-aes-256-gcm-hkdf-sha256',
    upstream_model: 'enclave-model',
    measurement: setup.simulator.referenceValues.compose_hashes[0],
  })
  expect(key).not.toHaveProperty('attestation')
  const nonce = randomBytes(32).toString('hex')
  const query = `model=${sealedModel}&nonce=${nonce}`
  const proven = await fetch(`${setup.gateway.baseUrl}/api/e2ee/key?${query}`)
  expect(await proven.json()).toMatchObject({
    public_key: key.public_key,
    attestation: { api_version: 'aci/1' },
    collateral: { tcb_info_signature: expect.any(String) as string },
    simulation_root: setup.simulator.rootPem,
  })
})

test('each nonce costs its own quote: none is ever used again', async () => {
  const before = setup.simulator.counts.attestation
  for (const nonce of ['aa'.repeat(32), 'bb'.repeat(32), 'aa'.repeat(32)]) {
    await fetch(`${setup.gateway.baseUrl}/api/e2ee/key?model=${sealedModel}&nonce=${nonce}`)
  }
  expect(setup.simulator.counts.attestation).toBe(before + 3)
})

test('what costs the enclave a quote or a document spends the caller’s budget, a key alone does not', async () => {
  const gateway = await untilEnd(
    startGatewayHere({
      config: simulatedConfig(setup.simulator),
      environment: { SIGNED_OUT_RPM: '2' },
    }),
  )
  const get = async (path: string) => (await fetch(`${gateway.baseUrl}/api/e2ee/${path}`)).status
  const named = `key?model=${sealedModel}`
  const withNonce = `${named}&nonce=${'cd'.repeat(32)}`
  expect([await get(named), await get(named), await get(named)]).toEqual([200, 200, 200])
  expect(await get(withNonce)).toBe(200)
  expect(await get(`session?model=${sealedModel}&id=${'00'.repeat(32)}`)).toBe(404)
  expect(await get(withNonce)).toBe(429)
  expect(await get(`session?model=${sealedModel}&id=${'00'.repeat(32)}`)).toBe(429)
  expect(await get(named)).toBe(200)
})

test('an upstream’s name that several models share is served as one that the caller may use', async () => {
  const shared = { 'paid-first': 'enclave-model', [sealedModel]: 'enclave-model' }
  const plans = ['free', 'paid'].map((id) => ({ id, requests_per_minute: 1_000 }))
  const models = [{ id: 'paid-first', plan: 'paid' }]
  const gateway = await untilEnd(
    startGatewayHere({
      config: simulatedConfig(setup.simulator, { models, plans }, { models: shared }),
    }),
  )
  const relay = async (outerModel: string) => {
    const sealed = seal({}, outerModel)
    const answer = await ask(`${gateway.baseUrl}/api/e2ee/relay`, sealed.body, sealed.headers)
    const { svc } = answer.json<{ svc?: { receipt: { body: { model: string } } } }>()
    return [answer.status, svc?.receipt.body.model]
  }
  expect(await relay('enclave-model')).toEqual([200, sealedModel])
  expect(await relay('paid-first')).toEqual([403, undefined])
})

test.each([
  ['without a model', '', 400, 'invalid_request_error'],
  ['for a model that is not there', '?model=none', 404, 'model_not_found'],
  ['with a nonce of another form', `?model=${sealedModel}&nonce=AB`, 400, 'e2ee_invalid_nonce'],
])('a key asked for %s is refused', async (_what, query, status, code) => {
  const response = await fetch(`${setup.gateway.baseUrl}/api/e2ee/key${query}`)
  expect(response.status).toBe(status)
  expect(((await response.json()) as ErrorBody).error.code).toBe(code)
})

test('the enclave’s bytes come back as they were, with svc at their end, which commits to the ciphertext', async () => {
  const sealed = seal()
  const { status, bytes, headers } = await ask(url, sealed.body, sealed.headers)
  expect(status).toBe(200)
  expect(headers.get('x-receipt-id')).toMatch(/^rcpt-/)
  expect(headers.get('x-e2ee-applied')).toBe('true')
  const answer = readRelayedAnswer(sealed, bytes)
  expect(answer).toMatchObject({ opened: true, isComplete: true })
  const svc = answer.svc
  expect(svc).toMatchObject({ privacy_mode: 'e2ee', content_policy: 'unmoderated' })
  const limits = (await (await fetch(`${setup.gateway.baseUrl}/api/limits`)).json()) as {
    seal_signer: string
  }
  expect(
    await verifyIndependently({
      svc: svc as unknown as Parameters<typeof verifyIndependently>[0]['svc'],
      messages: sealed.wirePrompt,
      message: answer.wireAnswer,
      sealSigner: limits.seal_signer,
    }),
  ).toEqual(allHold)
  expect(bytes.toString()).not.toContain('language model')
})

test.each([sealedModel, 'enclave-model'])(
  'a stream is relayed for the model named %s: the catalogue’s name, or the enclave’s',
  async (name) => {
    const sealed = seal({ stream: true }, name)
    const { bytes } = await ask(url, sealed.body, sealed.headers)
    const answer = followRelayedStream(sealed)
    const words = answer
      .push(bytes)
      .flatMap(
        ({ chunk }) => (chunk?.['choices'] as { delta: { content?: string } }[] | undefined) ?? [],
      )
      .map(({ delta }) => delta.content ?? '')
    expect(words.join('')).toContain('demo')
    const end = answer.end()
    expect(end).toMatchObject({ opened: true, isComplete: true })
    expect(end.svc?.receipt.body.model).toBe(sealedModel)
  },
)

test('what cannot be read behind a stream refuses it, and half a line does not', async () => {
  const sealed = seal({ stream: true })
  const { bytes } = await ask(url, sealed.body, sealed.headers)
  const opens = (behind: string) => {
    const answer = followRelayedStream(sealed)
    answer.push(bytes)
    answer.push(Buffer.from(behind))
    return answer.end().opened
  }
  const piece = 'data: {"choices":[{"index":0,"delta":{"content":"No."}}]'
  for (const behind of ['', 'da', piece]) expect(opens(behind), behind).toBe(true)
  for (const behind of ['event: x\ndata: "No."\n\n', `${piece}}\nda`, `${piece},}`, 'data: []']) {
    expect(opens(behind), behind).toBe(false)
  }
})

test('lengths are hidden where it is asked for, and the digest is over the bytes without it', async () => {
  const asking = async (headers: Readonly<Record<string, string>>) => {
    const sealed = seal({ stream: true })
    const answered = await ask(url, sealed.body, { ...sealed.headers, ...headers })
    return { ...answered, sealed }
  }
  const plain = await asking({})
  expect(plain.text).not.toContain('obfuscation')
  const { text, bytes, sealed } = await asking({ 'x-svc-obfuscation': 'on' })
  const events = text.split('\n\n').filter((each) => each.startsWith('data: {'))
  expect(events.every((each) => each.includes(',"obfuscation":"~'))).toBe(true)
  const lengths = events.filter((each) => !each.includes('"svc"')).map(({ length }) => length)
  expect(new Set(lengths).size).toBeLessThanOrEqual(2)
  const answer = followRelayedStream(sealed)
  answer.push(bytes)
  const end = answer.end()
  expect(end).toMatchObject({ opened: true, isComplete: true, cameInClear: [] })
  const receipt = end.svc?.enclave_receipt as { event_log: readonly { type: string }[] } | undefined
  expect(JSON.stringify(receipt)).toContain(end.responseDigest)
  const other = await asking({ 'x-svc-obfuscation': 'off' })
  expect(other.status).toBe(400)
  expect(other.json<ErrorBody>().error.param).toBe('x-svc-obfuscation')
})

const headerCases: [string, Record<string, string | undefined>, string][] = [
  ['without a version', { 'X-E2EE-Version': undefined }, 'e2ee_header_missing'],
  ['with version 1', { 'X-E2EE-Version': '1' }, 'e2ee_invalid_version'],
  ['without a client key', { 'X-Client-Pub-Key': undefined }, 'e2ee_header_missing'],
  ['without a service key', { 'X-Model-Pub-Key': undefined }, 'e2ee_header_missing'],
  ['without a nonce', { 'X-E2EE-Nonce': undefined }, 'e2ee_header_missing'],
  ['without a time', { 'X-E2EE-Timestamp': undefined }, 'e2ee_header_missing'],
  ['with a short nonce', { 'X-E2EE-Nonce': 'ab' }, 'e2ee_invalid_nonce'],
  ['with a time that is none', { 'X-E2EE-Timestamp': 'now' }, 'e2ee_invalid_timestamp'],
  ['301 seconds late', { 'X-E2EE-Timestamp': String(now() - 400) }, 'e2ee_invalid_timestamp'],
  ['from the future', { 'X-E2EE-Timestamp': String(now() + 400) }, 'e2ee_invalid_timestamp'],
  ['with a client key that is none', { 'X-Client-Pub-Key': 'zz' }, 'e2ee_invalid_public_key'],
  ['for a key of nobody', { 'X-Model-Pub-Key': 'ab'.repeat(32) }, 'e2ee_model_key_mismatch'],
]

test.each(headerCases)(
  'a request %s is refused, and nothing of it reaches the enclave',
  async (_what, change, code) => {
    const before = setup.simulator.counts.chat
    const sealed = seal()
    const headers = Object.fromEntries(
      Object.entries({ ...sealed.headers, ...change }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>
    const { status, json } = await ask(url, sealed.body, headers)
    expect(status).toBe(400)
    expect(json<ErrorBody>().error.code).toBe(code)
    expect(setup.simulator.counts.chat).toBe(before)
  },
)

test('a nonce is used once, also by requests that come at the same time', async () => {
  const before = setup.simulator.counts.chat
  const sealed = seal()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => ask(url, sealed.body, sealed.headers)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(7).fill(400),
  ])
  const refused = answers.find(({ status }) => status === 400)
  expect(refused?.json<ErrorBody>().error.code).toBe('e2ee_replay_detected')
  expect(setup.simulator.counts.chat).toBe(before + 1)
})

test.each([
  ['in clear', [{ role: 'user', content: 'hi' }]],
  [
    'with one content in clear',
    [
      { role: 'user', content: 'ab'.repeat(80) },
      { role: 'user', content: 'hi' },
    ],
  ],
  ['without content', [{ role: 'assistant', content: null }]],
  ['with a part in clear', [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]],
])('messages %s are not passed on', async (_what, messages) => {
  const before = setup.simulator.counts.chat
  const { headers } = seal()
  const { status, json } = await ask(url, { model: sealedModel, messages }, headers)
  expect(status).toBe(400)
  expect(json<ErrorBody>().error.code).toBe('e2ee_decryption_failed')
  expect(setup.simulator.counts.chat).toBe(before)
})

test.each([false, true])(
  'an enclave that answers in clear is refused by the gateway already, streamed: %s',
  async (stream) => {
    setup.simulator.setFault('plaintext-answer')
    onTestFinished(() => setup.simulator.setFault(null))
    const sealed = seal({ stream })
    const { text } = await ask(url, sealed.body, sealed.headers)
    expect(text).toContain('unverified_enclave')
    expect(text).toContain('e2ee.encrypted')
    expect(text).not.toMatch(/language model|"svc"|\[DONE\]/)
  },
)

test('what the enclave itself refuses about the encryption keeps its code', async () => {
  const sealed = seal()
  const altered = sealed.body.replace(/(?<="content":"[0-9a-f]{100})./, (digit) =>
    digit === '0' ? '1' : '0',
  )
  const { status, json } = await ask(url, altered, sealed.headers)
  expect(status).toBe(400)
  expect(json<ErrorBody>().error.code).toBe('e2ee_decryption_failed')
})
