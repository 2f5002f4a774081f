import { beforeAll, describe, expect, test } from 'vitest'
import type { ChutesFault } from '../../../server/demo/providers/chutes/chutes-faults.ts'
import { askEncrypted, refusalOf } from '../../support/requests/ask-encrypted.ts'
import {
  askInClear,
  asksInClear,
  judgeLater,
  namedIn,
  svcOf,
} from '../../support/requests/ask-in-clear.ts'
import { chutesLies } from '../../support/providers/provider-lies.ts'
import { chutesModel, startChutesGateway } from '../../support/providers/start-chutes-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

const chat = (baseUrl: string, stream = false) =>
  askInClear(baseUrl, { model: chutesModel, stream })

describe('instances that the gateway encrypts to', async () => {
  const { simulator, gateway } = await untilEnd(startChutesGateway())

  test.each(asksInClear)(
    'an answer of $path is verified, and judged later (stream: $stream)',
    async ({ path, stream }) => {
      simulator.received.length = 0
      const answered = await askInClear(gateway.baseUrl, { model: chutesModel, stream }, path)
      expect(simulator.received).toHaveLength(1)
      expect(simulator.received[0]?.toString('latin1')).not.toContain('canary')
      const { checks, evidence, verifiedBy } = await judgeLater(gateway.baseUrl, answered)
      expect(verifiedBy).toBe('chutes-tdx-simulated/1')
      expect(Buffer.from(evidence).toString()).not.toContain('nonces')
      const open = checks.filter(({ status }) => status === 'skip').map(({ id }) => id)
      expect(new Set(open)).toEqual(
        new Set(['code.registers', 'code.what-runs', 'enclave.signed', 'nvidia.opinion']),
      )
    },
  )

  test('each request has a number of its own, of which there are always more', async () => {
    const before = simulator.counts.attestation
    const answers = await Promise.all(Array.from({ length: 12 }, () => chat(gateway.baseUrl)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ text }) => svcOf(text).evidence)).size).toBe(1)
    expect(simulator.counts.attestation).toBe(before)
  })

  test('an instance that fails is left for another one, which is verified first', async () => {
    const { simulator: flaky, gateway: other } = await untilEnd(startChutesGateway())
    await chat(other.baseUrl)
    const before = flaky.counts.attestation
    flaky.setFault('one-instance-fails')
    const answers = [await chat(other.baseUrl), await chat(other.baseUrl)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(flaky.counts.attestation).toBe(before + 1)
  })

  test('other instances are verified before anything is sent to them', async () => {
    const { simulator: moved, gateway: other } = await untilEnd(startChutesGateway())
    const { evidence } = svcOf((await chat(other.baseUrl)).text)
    await moved.replaceKey()
    for (let count = 0; count < 5; count += 1) await chat(other.baseUrl)
    const { status, text } = await chat(other.baseUrl)
    expect(status).toBe(200)
    expect(svcOf(text).evidence).not.toBe(evidence)
  })
})

const toldIn = (where: (typeof chutesLies)[number]['told']) =>
  chutesLies.filter(({ told }) => told === where)

test.each(toldIn('before'))(
  'an instance that lies is sent nothing: $lie',
  async ({ lie: fault, fails: names }) => {
    const lying = await untilEnd(startChutesGateway({ fault }))
    const { status, text } = await chat(lying.gateway.baseUrl)
    expect(status).toBe(503)
    expect(text).toContain('"code":"attestation_unavailable"')
    expect(namedIn(text)).toEqual(names)
    expect(lying.simulator.received).toEqual([])
  },
)

test('code that nobody pinned is sent nothing', async () => {
  const unpinned = await untilEnd(startChutesGateway({ pins: 'none' }))
  const { status, text } = await chat(unpinned.gateway.baseUrl)
  expect(status).toBe(503)
  expect(namedIn(text)).toEqual(['code.registers'])
  expect(unpinned.simulator.received).toEqual([])
})

describe('an answer with a fault', async () => {
  const { simulator, gateway } = await untilEnd(startChutesGateway({}, 3_000))
  const ask = async (fault: ChutesFault, stream: boolean) => {
    simulator.setFault(null)
    // Of an instance that is verified already.
    await chat(gateway.baseUrl)
    simulator.setFault(fault)
    return chat(gateway.baseUrl, stream)
  }

  const statuses: Readonly<Record<string, number>> = { upstream_error: 502, upstream_timeout: 504 }

  test.each(toldIn('whole'))(
    'is not delivered whole, and $fails alone is named: $lie',
    async ({ lie: fault, fails }) => {
      const found = await ask(fault, false)
      expect(namedIn(found.text)).toEqual(fails)
      expect(found.text).not.toContain('"svc"')
      expect(found.status).toBe(statuses[fails[0] ?? ''] ?? 503)
      expect(found.text.includes('the decrypted bytes are too long when unpacked')).toBe(
        fault === 'zip-bomb',
      )
    },
  )

  test.each(toldIn('streamed'))(
    'ends a stream in an error, without svc, and $fails alone is named: $lie',
    async ({ lie: fault, fails }) => {
      const { text } = await ask(fault, true)
      expect(namedIn(text)).toEqual(fails)
      expect(text).not.toContain('"svc"')
      expect(text).not.toContain('[DONE]')
    },
  )

  test('may lack a frame that nobody misses: frames have no numbers', async () => {
    const { status, text } = await ask('frame-left-out', true)
    expect(status).toBe(200)
    expect(text).toContain('"svc"')
  })

  test('is none where no number is left', async () => {
    const { simulator: dry, gateway: own } = await untilEnd(startChutesGateway())
    dry.setFault('no-numbers')
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await chat(own.baseUrl))
    expect(answers.at(-1)?.status).toBe(502)
    expect(dry.counts.chat).toBe(answers.filter(({ status }) => status === 200).length)
  })
})

const askSealed = (gateway: string, body: object = {}) =>
  askEncrypted(gateway, { model: chutesModel, ...body })

describe('bodies encrypted to an instance', async () => {
  const { simulator, gateway } = await untilEnd(startChutesGateway())

  test('other instances are found, judged, and encrypted to', async () => {
    await askSealed(gateway.baseUrl)
    const before = simulator.counts.attestation
    await simulator.replaceKey()
    const asked = []
    // Numbers of the instances that were there open nothing any more.
    for (let count = 0; count < 6; count += 1)
      asked.push(await askSealed(gateway.baseUrl).catch(() => null))
    expect(asked.at(-1)?.status).toBe(200)
    expect(simulator.counts.attestation).toBeGreaterThan(before)
  })

  test('a key is offered without numbers that open a request', async () => {
    const nonce = 'cd'.repeat(32)
    const offer = await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${chutesModel}&nonce=${nonce}`)
    const text = await offer.text()
    expect(text).toContain('"scheme":"chutes-1"')
    expect(text).not.toContain('nonces')
  })

  test('what is not proven of them stands in the limits', async () => {
    const text = await (await fetch(`${gateway.baseUrl}/api/limits`)).text()
    for (const id of ['programs-claimed', 'gpus-elsewhere', 'pieces-unnumbered']) {
      expect(text).toContain(`"${id}"`)
    }
  })

  test.each<[string, Record<string, string>, string]>([
    ['no key', { 'x-e2ee-stream': 'true' }, 'e2ee_header_missing'],
    ['a key that is none', { 'x-model-pub-key': 'ab', 'x-e2ee-stream': 'true' }, '2368'],
    ['no word on streams', { 'x-model-pub-key': 'ab'.repeat(1184) }, 'e2ee_header_missing'],
    [
      'another word on streams',
      { 'x-model-pub-key': 'ab'.repeat(1184), 'x-e2ee-stream': 'yes' },
      'true or false',
    ],
    [
      'a key of nobody',
      { 'x-model-pub-key': 'ab'.repeat(1184), 'x-e2ee-stream': 'true' },
      'e2ee_model_key_mismatch',
    ],
  ])('are not relayed with %s', async (_name, headers, named) => {
    simulator.received.length = 0
    const response = await fetch(`${gateway.baseUrl}/api/e2ee/relay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-e2ee-scheme': 'chutes-1',
        'x-e2ee-model': chutesModel,
        ...headers,
      },
      body: new Uint8Array(2_000),
    })
    expect(await response.text()).toContain(named)
    expect(response.status).toBe(400)
    expect(simulator.received).toEqual([])
  })
})

describe('an encrypted answer with a fault', async () => {
  const { simulator, gateway } = await untilEnd(startChutesGateway())
  // The instance is verified before anything goes wrong.
  beforeAll(() => askSealed(gateway.baseUrl))

  test.each(chutesLies.filter(({ told }) => told.startsWith('encrypted')))(
    'is not handed out, $told, and $fails alone is named: $lie',
    async ({ lie, told, fails }) => {
      simulator.setFault(lie)
      const stream = told === 'encrypted streamed'
      expect(await refusalOf(askSealed(gateway.baseUrl, { stream }))).toEqual(fails)
    },
  )

  test.each([true, false])(
    'in clear is found by the gateway, too, which signs nothing: %s',
    async (stream) => {
      simulator.setFault('clear-answer')
      const refused = await askSealed(gateway.baseUrl, { stream }).catch((error: unknown) => error)
      expect(refused).toMatchObject({
        status: expect.any(Number) as number,
        check: 'e2ee.encrypted',
      })
    },
  )
})

test.each(chutesLies.filter(({ told }) => told === 'alone'))(
  'who encrypts judges alone, sends nothing though the gateway verified it before, and names $fails alone: $lie',
  async ({ lie: fault, fails }) => {
    const { simulator, gateway } = await untilEnd(startChutesGateway())
    await fetch(`${gateway.baseUrl}/api/e2ee/key?model=${chutesModel}`)
    simulator.setFault(fault)
    expect(await refusalOf(askSealed(gateway.baseUrl))).toEqual(fails)
    expect(simulator.received).toEqual([])
  },
)
