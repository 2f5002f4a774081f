import { beforeAll, describe, expect, test } from 'vitest'
import type { TinfoilOptions } from '../../../server/demo/providers/tinfoil/start-tinfoil.ts'
import type { TinfoilFault } from '../../../server/demo/providers/tinfoil/tinfoil-faults.ts'
import { tinfoilAnswerLies } from '../../support/providers/provider-lies.ts'
import { askEncrypted, refusalOf } from '../../support/requests/ask-encrypted.ts'
import {
  askInClear,
  asksInClear,
  judgeLater,
  namedIn,
  svcOf,
} from '../../support/requests/ask-in-clear.ts'
import {
  startTinfoilGateway,
  tinfoilModels,
} from '../../support/providers/start-tinfoil-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

const ask = (baseUrl: string, stream = false) =>
  askInClear(baseUrl, { model: tinfoilModels.chat, stream })

/** Which processor it is makes no difference to a dialect. */
const one = asksInClear.slice(0, 2)

describe.each<[string, TinfoilOptions, string, typeof one]>([
  ['TDX', { platform: 'tdx' }, 'tinfoil-tdx-simulated/1', asksInClear],
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

  test.each(asks)(
    'an answer of $path is verified, and judged later (stream: $stream)',
    async ({ path, stream }) => {
      const request = { model: tinfoilModels.chat, stream }
      const answered = await askInClear(gateway.baseUrl, request, path)
      const judged = await judgeLater(gateway.baseUrl, answered)
      expect(judged.verifiedBy).toBe(verifiedBy)
      for (const [id, status] of [
        ['sigstore.repository', 'pass'],
        ['enclave.signed', 'skip'],
      ]) {
        expect(judged.checks).toContainEqual(expect.objectContaining({ id, status }))
      }
    },
  )

  test('vectors are answered, too', async () => {
    const model = tinfoilModels.embeddings
    const { status, text } = await askInClear(gateway.baseUrl, { model }, '/v1/embeddings')
    expect(status).toBe(200)
    expect(svcOf(text).receipt.body.enclave.verifiedBy).toBe(verifiedBy)
  })

  test('one session answers many, and its evidence is one file', async () => {
    const before = simulator.counts.attestation
    const answers = await Promise.all([1, 2, 3].map(() => ask(gateway.baseUrl)))
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

test.each(refusedBefore)(
  'an enclave with a fault is sent nothing, and the refusal names why: %o',
  async (options, names) => {
    const lying = await untilEnd(startTinfoilGateway(options))
    const { status, text } = await ask(lying.gateway.baseUrl)
    expect(status).toBe(503)
    expect(text).toContain('"code":"attestation_unavailable"')
    expect(namedIn(text)).toEqual(names)
    expect(lying.simulator.received).toEqual([])
  },
)

test('a release that nobody signed is refused as not shown', async () => {
  const lying = await untilEnd(startTinfoilGateway({ fault: 'no-release' }))
  const { status, text } = await ask(lying.gateway.baseUrl)
  expect(status).toBe(503)
  expect(text).toContain('sigstore.signature')
  expect(lying.simulator.received).toEqual([])
})

describe('an answer that is not whole', async () => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway({}, 2_000))
  test.each<[TinfoilFault, number, string]>([
    ['http-500', 502, 'upstream_error'],
    ['hang', 504, 'upstream_timeout'],
    ['cut-answer', 502, 'upstream_error'],
  ])('is not delivered, and asked for once (%s)', async (fault, status, code) => {
    simulator.setFault(fault)
    simulator.received.length = 0
    const answer = await ask(gateway.baseUrl)
    expect(simulator.received).toHaveLength(1)
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(`"code":"${code}"`)
    expect(answer.text).not.toContain('"svc"')
  })

  test('ends a stream in an error, without svc and without [DONE]', async () => {
    simulator.setFault('cut-answer')
    const { text } = await ask(gateway.baseUrl, true)
    expect(text).toContain('"error"')
    expect(text).not.toContain('"svc"')
    expect(text).not.toContain('[DONE]')
  })
})

const askSealed = (gateway: string, body: object = {}) =>
  askEncrypted(gateway, { model: tinfoilModels.chat, ...body })

describe('an enclave that is encrypted to', async () => {
  const { simulator, gateway } = await untilEnd(startTinfoilGateway())
  // The enclave is verified before anything goes wrong.
  beforeAll(() => askSealed(gateway.baseUrl))

  const lies = tinfoilAnswerLies.filter(({ told }) => told === 'encrypted')
  test.each(lies)(
    'has no answer with a fault handed out, and $fails alone is named: $lie',
    async ({ lie, fails }) => {
      simulator.setFault(lie)
      for (const stream of [false, true]) {
        expect(await refusalOf(askSealed(gateway.baseUrl, { stream }))).toEqual(fails)
      }
    },
  )
})

test.each(tinfoilAnswerLies.filter(({ told }) => told === 'alone'))(
  'an enclave that is not the one it says is sent nothing by who encrypts, though the gateway verified it before, and $fails alone is named: $lie',
  async ({ lie: fault, fails }) => {
    const { simulator, gateway } = await untilEnd(startTinfoilGateway())
    await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${tinfoilModels.chat}`)
    simulator.setFault(fault)
    expect(await refusalOf(askSealed(gateway.baseUrl))).toEqual(fails)
    expect(simulator.received).toEqual([])
  },
)
