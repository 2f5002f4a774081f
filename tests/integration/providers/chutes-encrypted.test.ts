import { beforeAll, describe, expect, test } from 'vitest'
import { askEncrypted, refusalOf } from '../../support/requests/ask-encrypted.ts'
import { chutesLies } from '../../support/providers/provider-lies.ts'
import { chutesModel, startChutesGateway } from '../../support/providers/start-chutes-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

const secret = 'a canary in the question'
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]

const ask = (gateway: string, body: object = {}) =>
  askEncrypted(gateway, { model: chutesModel, ...body })

describe('bodies encrypted to an instance', async () => {
  const { simulator, gateway } = await untilEnd(startChutesGateway())

  test.each([{}, { stream: true }, { tools }, { stream: true, tools }])(
    'open here alone, and what is asked is verified: %o',
    async (more) => {
      simulator.received.length = 0
      const { status, text, verdict } = await ask(gateway.baseUrl, more)
      expect(text).toContain('"svc"')
      expect(status).toBe(200)
      expect(verdict).toMatchObject({ state: 'simulated', outcome: 'returned' })
      expect(simulator.received).toHaveLength(1)
      expect(simulator.received[0]?.toString('latin1')).not.toContain(secret)
    },
  )

  test('other instances are found, judged, and encrypted to', async () => {
    await ask(gateway.baseUrl)
    const before = simulator.counts.attestation
    await simulator.replaceKey()
    const asked = []
    // Numbers of the instances that were there open nothing any more.
    for (let count = 0; count < 6; count += 1)
      asked.push(await ask(gateway.baseUrl).catch(() => null))
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
  beforeAll(() => ask(gateway.baseUrl))

  test.each(chutesLies.filter(({ told }) => told.startsWith('encrypted')))(
    'is not handed out, $told, and $fails alone is named: $lie',
    async ({ lie, told, fails }) => {
      simulator.setFault(lie)
      const stream = told === 'encrypted streamed'
      expect(await refusalOf(ask(gateway.baseUrl, { stream }))).toEqual(fails)
    },
  )

  test.each([true, false])(
    'in clear is found by the gateway, too, which signs nothing: %s',
    async (stream) => {
      simulator.setFault('clear-answer')
      const refused = await ask(gateway.baseUrl, { stream }).catch((error: unknown) => error)
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
    expect(await refusalOf(ask(gateway.baseUrl))).toEqual(fails)
    expect(simulator.received).toEqual([])
  },
)
