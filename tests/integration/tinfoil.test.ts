import { describe, expect, test } from 'vitest'
import { sha256Digest } from '#shared/digest.ts'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { verifyGivenAnswer } from '#shared/package/given/verify-given-answer.ts'
import type { TinfoilOptions } from '../../server/demo/providers/tinfoil/start-tinfoil.ts'
import type { TinfoilFault } from '../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import { sealSignerOf } from '../support/seal-signer-of.ts'
import { startTinfoilGateway, tinfoilModels } from '../support/start-tinfoil-gateway.ts'
import { untilEnd } from '../support/until-end.ts'

const question = [{ role: 'user', content: 'Say something.' }]

/** A request of each dialect that reaches an enclave: two of them by translation. */
const requests = {
  '/v1/chat/completions': { messages: question },
  '/v1/messages': { messages: question, max_tokens: 64 },
  '/v1/responses': { input: 'Say something.' },
} as const

interface Answer {
  readonly status: number
  readonly text: string
}

async function post(baseUrl: string, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: tinfoilModels.chat, ...body }),
  })
  return { status: response.status, text: await response.text() }
}

interface Svc {
  readonly evidence: string
  readonly receipt: { readonly body: { readonly enclave: { readonly verifiedBy: string } } }
}

/** `svc` out of an answer, or out of the last event that has it. */
function svcOf(text: string): Svc {
  const line = text.split('\n').findLast((each) => each.includes('"svc"')) ?? text
  const said = JSON.parse(line.replace(/^data: /, '')) as {
    readonly svc?: Svc
    readonly response?: { readonly svc: Svc }
  }
  const svc = said.svc ?? said.response?.svc
  if (svc === undefined) throw new Error('there is no svc')
  return svc
}

/** Which processor it is makes no difference to a dialect. */
const all = Object.entries(requests)
const one = all.slice(0, 1)

describe.each<[string, TinfoilOptions, string, typeof all]>([
  ['TDX', { platform: 'tdx' }, 'tinfoil-tdx-simulated/1', all],
  ['SEV-SNP', { platform: 'sev-snp' }, 'tinfoil-snp-simulated/1', one],
  [
    'SEV-SNP in sections',
    { platform: 'sev-snp', form: 'sections' },
    'tinfoil-snp-simulated/1',
    one,
  ],
  [
    'SEV-SNP that is the router',
    { part: 'router', platform: 'sev-snp' },
    'tinfoil-router-snp-simulated/1',
    one,
  ],
])('an enclave on %s', async (_name, options, verifiedBy, asks) => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway(options))

  describe.each(asks)('%s', (path, body) => {
    test.each([false, true])(
      'an answer is verified, and judged later (stream: %s)',
      async (stream) => {
        const request = { model: tinfoilModels.chat, ...body, ...(stream && { stream }) }
        const { status, text } = await post(gateway.baseUrl, path, request)
        expect(status).toBe(200)
        const { evidence, receipt } = svcOf(text)
        expect(receipt.body.enclave.verifiedBy).toBe(verifiedBy)
        const reader = {
          signers: await sealSignerOf(gateway.baseUrl),
          simulation: 'accept',
          request,
        } as const
        expect(verifyGivenAnswer(text, reader).state).toBe('simulated')
        const kept = await fetch(`${gateway.baseUrl}/api/evidence/${evidence}`)
        const bytes = new Uint8Array(await kept.arrayBuffer())
        expect(sha256Digest(bytes)).toBe(evidence)
        const judged = judgeGivenEvidence(text, bytes, reader)
        expect(judged.checks.filter(({ status: found }) => found === 'fail')).toEqual([])
        expect(judged.checks).toContainEqual(
          expect.objectContaining({ id: 'sigstore.repository', status: 'pass' }),
        )
        expect(judged.checks).toContainEqual(
          expect.objectContaining({ id: 'enclave.signed', status: 'skip' }),
        )
        expect(judged.state).toBe('simulated')
      },
    )
  })

  test('vectors are answered, too', async () => {
    const body = { model: tinfoilModels.embeddings, input: 'one' }
    const { status, text } = await post(gateway.baseUrl, '/v1/embeddings', body)
    expect(status).toBe(200)
    expect(svcOf(text).receipt.body.enclave.verifiedBy).toBe(verifiedBy)
  })

  test('one session answers many, and its evidence is one file', async () => {
    const before = simulator.counts.attestation
    const answers = await Promise.all(
      [1, 2, 3].map(() => post(gateway.baseUrl, '/v1/chat/completions', { messages: question })),
    )
    expect(new Set(answers.map(({ text }) => svcOf(text).evidence)).size).toBe(1)
    expect(simulator.counts.attestation).toBe(before)
  })
})

test('a gateway with the router says that a second machine reads the question', async () => {
  for (const part of ['model', 'router'] as const) {
    const { gateway } = await untilEnd(startTinfoilGateway({ part, platform: 'sev-snp' }))
    const limits = await (await fetch(`${gateway.baseUrl}/api/limits`)).text()
    expect(limits.includes('"id":"second-hop"')).toBe(part === 'router')
  }
})

/** What concerns the enclave itself, of which `simulated-evidence.test.ts` runs all: it is sent nothing. */
const refusedBefore: readonly [TinfoilOptions, readonly string[]][] = [
  [{ fault: 'other-encryption-key' }, ['quote.report-data']],
  [{ fault: 'other-tls-key' }, ['channel.peer']],
  [{ fault: 'debug-policy', platform: 'sev-snp' }, ['snp.debug']],
  [{ fault: 'no-document' }, ['document.format']],
  [{ fault: 'router-for-host' }, ['code.measurement', 'gpu.hash', 'nvidia.format']],
  [{ fault: 'host-for-router', part: 'router' }, ['code.measurement']],
]

/** Names of what failed, as a refusal lists them. */
function failedChecks(text: string): readonly string[] {
  const { error } = JSON.parse(text) as {
    error: { code: string; checks: readonly { id: string; status: string }[] }
  }
  expect(error.code).toBe('attestation_unavailable')
  return error.checks
    .filter(({ status }) => status === 'fail')
    .map(({ id }) => id)
    .toSorted()
}

test.each(refusedBefore)(
  'an enclave with a fault is sent nothing, and the refusal names why: %o',
  async (options, names) => {
    const lying = await untilEnd(startTinfoilGateway(options))
    const body = { messages: question }
    const { status, text } = await post(lying.gateway.baseUrl, '/v1/chat/completions', body)
    expect(status).toBe(503)
    expect(failedChecks(text)).toEqual(names)
    expect(lying.simulator.received).toEqual([])
  },
)

test('a release that nobody signed is refused as not shown', async () => {
  const lying = await untilEnd(startTinfoilGateway({ fault: 'no-release' }))
  const { status, text } = await post(lying.gateway.baseUrl, '/v1/chat/completions', {
    messages: question,
  })
  expect(status).toBe(503)
  expect(text).toContain('sigstore.signature')
  expect(lying.simulator.received).toEqual([])
})

describe('an answer that is not whole', async () => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway({}, 2_000))
  const ask = (stream: boolean) =>
    post(gateway.baseUrl, '/v1/chat/completions', { messages: question, stream })

  test.each<[TinfoilFault, number, string]>([
    ['http-500', 502, 'upstream_error'],
    ['hang', 504, 'upstream_timeout'],
    ['cut-answer', 502, 'upstream_error'],
  ])('is not delivered, and asked for once (%s)', async (fault, status, code) => {
    simulator.setFault(fault)
    simulator.received.length = 0
    const answer = await ask(false)
    expect(simulator.received).toHaveLength(1)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(`"code":"${code}"`)
    expect(answer.text).not.toContain('"svc"')
  })

  test('ends a stream in an error, without svc and without [DONE]', async () => {
    simulator.setFault('cut-answer')
    const { text } = await ask(true)
    expect(text).toContain('"error"')
    expect(text).not.toContain('"svc"')
    expect(text).not.toContain('[DONE]')
  })
})
