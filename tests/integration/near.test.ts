import { describe, expect, test } from 'vitest'
import { bytesToHex } from '#shared/bytes/bytes.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import type { NearFault } from '../../server/demo/providers/near/near-faults.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import { nearLies } from '../support/provider-lies.ts'
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

const failures: readonly NearFault[] = ['cut-stream', 'hang', 'http-500']

/** Names of all that a refusal lists. */
function namedChecks(text: string): readonly string[] {
  const line = text.split('\n').findLast((each) => each.includes('"checks"')) ?? text
  const { error } = JSON.parse(line.replace(/^data: /, '')) as {
    error: { checks: readonly { id: string }[] }
  }
  return error.checks.map(({ id }) => id)
}

describe.each(nearLies.filter(({ told }) => told === 'before'))(
  'a host with the fault $lie',
  ({ lie: fault, fails }) => {
    test(`is sent nothing, and ${fails.join()} alone is named`, async ({ onTestFinished }) => {
      const lying = await startNearGateway({ fault })
      onTestFinished(() => lying.stop())
      for (const stream of [false, true]) {
        const body = { messages: question, stream }
        const { status, text } = await post('/v1/chat/completions', body, lying.gateway.baseUrl)
        expect(status).toBe(503)
        expect(text).toContain('"code":"attestation_unavailable"')
        expect(namedChecks(text)).toEqual(fails)
      }
      expect(lying.simulator.counts.chat).toBe(0)
      expect(lying.simulator.received).toEqual([])
    })
  },
)

describe.each(nearLies.filter(({ told }) => told === 'after'))(
  'a host with the fault $lie',
  ({ lie: fault, fails }) => {
    test.each(['buffered', 'streamed'])(
      `has its answer refused, %s, and ${fails.join()} alone is named`,
      async (delivery) => {
        simulator.setFault(fault)
        const stream = delivery === 'streamed'
        const { text } = await post('/v1/chat/completions', { messages: question, stream })
        simulator.setFault(null)
        expect(text).toContain('"code":"unverified_enclave"')
        expect(namedChecks(text)).toEqual(fails)
        expect(text).not.toContain('"svc"')
        if (!stream) expect(text).not.toMatch(/demo|language model/)
      },
    )
  },
)

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
