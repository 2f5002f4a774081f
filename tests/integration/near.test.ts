import { describe, expect, test } from 'vitest'
import { bytesToHex } from '#shared/bytes/bytes.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { nearFaults, type NearFault } from '../../server/demo/providers/near/near-faults.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import { sealSignerOf } from '../support/seal-signer-of.ts'
import { startGateway } from '../support/start-gateway.ts'
import { askedModel, nearConfig, startNearGateway } from '../support/start-near-gateway.ts'
import { untilEnd } from '../support/until-end.ts'

const { simulator, gateway } = await untilEnd(startNearGateway())

const question = [{ role: 'user', content: 'Say something.' }]

/** A request of each dialect that reaches a host: two of them by translation. */
const requests = {
  '/v1/chat/completions': { messages: question },
  '/v1/messages': { messages: question, max_tokens: 64 },
  '/v1/responses': { input: 'Say something.' },
} as const

async function post(
  path: string,
  body: object,
  baseUrl = gateway.baseUrl,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: askedModel, ...body }),
  })
  return { status: response.status, text: await response.text() }
}

interface Svc {
  readonly evidence: string
  readonly enclave_receipt_id: string
  readonly receipt: { readonly body: { readonly enclave: { readonly verifiedBy: string } } }
}

describe.each(Object.entries(requests))('%s', (path, body) => {
  test.each(['buffered', 'streamed'])('an answer is verified, %s', async (delivery) => {
    const request = { model: askedModel, ...body, ...(delivery === 'streamed' && { stream: true }) }
    const { status, text } = await post(path, request)
    expect(status).toBe(200)
    const signers = await sealSignerOf(gateway.baseUrl)
    const reader = { signers, simulation: 'accept', request } as const
    expect(verifyGivenAnswer(text, reader).state).toBe('simulated')

    const { evidence } = svcOf(text)
    const kept = await fetch(`${gateway.baseUrl}/api/evidence/${evidence}`)
    const bytes = new Uint8Array(await kept.arrayBuffer())
    expect(bytesToHex(sha256(bytes))).toBe(evidence)
    const judged = judgeGivenEvidence(text, bytes, reader)
    expect(failedOf(judged)).toEqual([])
    expect(judged.state).toBe('simulated')
    // The words of a translated answer are the gateway's: the host signed others.
    const isTranslated = path !== '/v1/chat/completions'
    expect(judged.verdict).toBe(isTranslated ? 'partial' : 'verified')
  })
})

test('each request has a number of its own, and nothing that its caller wrote in `user`', async () => {
  simulator.received.length = 0
  for (const user of [undefined, 'canary-user']) {
    await post('/v1/chat/completions', { messages: question, user })
  }
  const sent = simulator.received.map((body) => JSON.parse(body.toString()) as { user: string })
  expect(sent.map(({ user }) => user)).toEqual([
    expect.stringMatching(/^[0-9a-f]{32}$/),
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ])
  expect(sent[0]?.user).not.toBe(sent[1]?.user)
})

test('a gateway that waits for nothing but such an enclave starts', async () => {
  const process = await untilEnd(startGateway({ config: nearConfig(simulator) }))
  const { status } = await post('/v1/chat/completions', { messages: question }, process.baseUrl)
  expect(status).toBe(200)
})

test('the limits say what such an enclave does not prove, and nothing that it is not', async () => {
  const limits = await fetch(`${gateway.baseUrl}/api/limits`)
  const { not_promised: said } = (await limits.json()) as { not_promised: { id: string }[] }
  const ids = said.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['programs-claimed', 'gpus-elsewhere']))
  // Its programs were accepted by nobody.
  expect(ids).not.toContain('enclave-limits')
  expect(ids).toContain('e2ee-in-clear')
})

test('evidence is served by its digest alone', async () => {
  for (const digest of ['ab'.repeat(32), 'x', '..%2Fcollateral']) {
    const answer = await fetch(`${gateway.baseUrl}/api/evidence/${digest}`)
    expect(answer.status).toBe(404)
  }
})

test('a model of a host can be encrypted to', async () => {
  const listed = await (await fetch(`${gateway.baseUrl}/v1/models/${askedModel}`)).json()
  expect(listed).toMatchObject({ svc: { mode: 'tee', modes: ['e2ee', 'tee'], sealable: true } })
})

/** What concerns the enclave itself: it is sent nothing. */
const refusedBefore: Partial<Record<NearFault, string>> = {
  'another-key': 'quote.report-data',
  'another-nonce': 'quote.report-data',
  'another-algorithm': 'keys.address',
  'gpu-of-another-machine': 'nvidia.nonce',
  'gpu-forged': 'nvidia.signature',
  'gpu-of-another-root': 'nvidia.root',
  'gpu-twice': 'nvidia.distinct',
  'gpu-too-old': 'nvidia.generation',
  'gateway-for-host': 'nvidia.format',
  'another-tls-key': 'channel.peer',
  'no-tls-key': 'document.format',
  'debug-td': 'quote.td-debug',
  'stale-tcb': 'quote.tcb-status',
  'forged-quote': 'quote.signature',
  'another-compose': 'measurement.compose',
  'another-log': 'measurement.firmware-log',
  'no-report': 'document.format',
}

/** What concerns an answer: it is not delivered. */
const refusedAfter: Partial<Record<NearFault, string>> = {
  'signature-missing': 'enclave-receipt.present',
  'signature-over-request': 'enclave-receipt.request',
  'signature-over-answer': 'enclave-receipt.response',
  'another-model': 'enclave-receipt.exchange',
  'signature-of-nobody': 'enclave-receipt.signature',
  'signature-of-another': 'enclave-receipt.key',
  'signature-without-model': 'enclave-receipt.present',
  'frames-dropped': 'enclave-receipt.response',
  'no-id': 'enclave-receipt.present',
}

/** What concerns an encrypted answer: `near-encrypted.test.ts`. */
const ofEncryption: readonly NearFault[] = ['clear-answer', 'clear-end', 'encrypted-to-another']

const failures: readonly NearFault[] = ['cut-stream', 'hang', 'http-500']

test('every fault that the simulated host knows is tried', () => {
  const lies = [...Object.keys(refusedBefore), ...Object.keys(refusedAfter)]
  const tried = [...lies, ...ofEncryption, ...failures]
  expect(tried.toSorted()).toEqual(Object.keys(nearFaults).toSorted())
})

/** Names of all that a refusal lists. */
function namedChecks(text: string): readonly string[] {
  const line = text.split('\n').findLast((each) => each.includes('"checks"')) ?? text
  const { error } = JSON.parse(line.replace(/^data: /, '')) as {
    error: { checks: readonly { id: string }[] }
  }
  return error.checks.map(({ id }) => id)
}

describe.each(Object.entries(refusedBefore) as [NearFault, string][])(
  'a host with the fault %s',
  (fault, check) => {
    test(`is sent nothing, and ${check} alone is named`, async ({ onTestFinished }) => {
      const lying = await startNearGateway({ fault })
      onTestFinished(() => lying.stop())
      for (const stream of [false, true]) {
        const body = { messages: question, stream }
        const { status, text } = await post('/v1/chat/completions', body, lying.gateway.baseUrl)
        expect(status).toBe(503)
        expect(text).toContain('"code":"attestation_unavailable"')
        expect(namedChecks(text)).toEqual([check])
      }
      expect(lying.simulator.counts.chat).toBe(0)
      expect(lying.simulator.received).toEqual([])
    })
  },
)

describe.each(Object.entries(refusedAfter) as [NearFault, string][])(
  'a host with the fault %s',
  (fault, check) => {
    test.each(['buffered', 'streamed'])(
      `has its answer refused, %s, and ${check} alone is named`,
      async (delivery) => {
        simulator.setFault(fault)
        const stream = delivery === 'streamed'
        const { text } = await post('/v1/chat/completions', { messages: question, stream })
        simulator.setFault(null)
        expect(text).toContain('"code":"unverified_enclave"')
        expect(namedChecks(text)).toEqual(expectedOf(fault, check))
        expect(text).not.toContain('"svc"')
        if (!stream) expect(text).not.toMatch(/demo|language model/)
      },
    )
  },
)

/** Who signs with another key signs nothing with the attested one. */
function expectedOf(fault: NearFault, check: string): readonly string[] {
  return fault === 'signature-of-another' ? [check, 'enclave-receipt.signature'] : [check]
}

test.each(failures)('an answer that ends in the fault %s is none', async (fault) => {
  const failing = await untilEnd(startNearGateway({}, 1_000))
  failing.simulator.setFault(fault)
  const body = { messages: question, stream: true }
  const { text } = await post('/v1/chat/completions', body, failing.gateway.baseUrl)
  expect(text).toMatch(/"code":"(?:upstream_|unverified_enclave)/)
  expect(text).not.toContain('"svc"')
})

function svcOf(text: string): Svc {
  const found = /"svc":(\{.*\})\}/s.exec(
    text.split('\n').find((line) => line.includes('"svc"')) ?? '',
  )
  return JSON.parse(balanced(found?.[1] ?? '')) as Svc
}

/** The first object of a text. */
function balanced(text: string): string {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isText && character === '\\') at += 1
    else if (character === '"') isText = !isText
    else if (!isText && character === '{') depth += 1
    else if (!isText && character === '}' && (depth -= 1) === 0) return text.slice(0, at + 1)
  }
  return text
}

function failedOf({ checks }: { readonly checks: readonly { id: string; status: string }[] }) {
  return checks.filter(({ status }) => status === 'fail')
}
