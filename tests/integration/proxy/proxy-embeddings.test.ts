import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import { createReceiptFolder } from '../../../server/commands/proxy/keep-receipt.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { isRelay, relayLies, vectorLies } from '../../support/gateway/gateway-lies.ts'
import {
  sealedModel,
  startVectorsEnclave,
  vectorsModel,
} from '../../support/enclave/start-enclave.ts'
import { startMiddle } from '../../support/peers/start-middle.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'

// Vectors of texts that the gateway never saw.

const setup = await untilEnd(startVectorsEnclave())
const middle = await untilEnd(startMiddle(setup.gateway.baseUrl))
const proxy = await untilEnd(startProxy(setup.gateway.baseUrl))

const canary = 'canary-of-the-vectors'
const body = { model: vectorsModel, input: [canary, 'another text'] }
const path = '/v1/embeddings'

interface Vectors {
  readonly data: readonly { readonly index: number; readonly embedding: unknown }[]
  readonly svc: {
    readonly receipt_digest: string
    readonly translated?: boolean
    readonly verdict: { readonly state: string; readonly outcome: string }
  }
}

test('the official client gets vectors, as numbers and as base64, and svc beside them', async () => {
  const client = new OpenAI({ baseURL: `${proxy.baseUrl}/v1`, apiKey: 'any', maxRetries: 0 })
  for (const format of ['float', 'base64', undefined] as const) {
    const asked = { ...body, dimensions: 64, ...(format && { encoding_format: format }) }
    const answer = await client.embeddings.create(asked)
    expect(answer.data.map(({ index }) => index)).toEqual([0, 1])
    // Asked for base64 by name it hands on what came; else it decodes.
    const [first] = answer.data
    if (format === 'base64') expect(typeof first?.embedding).toBe('string')
    else expect(first?.embedding).toHaveLength(64)
    const { svc } = answer as typeof answer & { svc: Vectors['svc'] }
    expect(svc.verdict).toMatchObject({ state: 'simulated', outcome: 'complete' })
    expect(svc.translated).toBeUndefined()
  }
})

test('the same text has the vector that it has in clear', async () => {
  const sealed = (await ask(`${proxy.baseUrl}${path}`, body)).json<Vectors>()
  const clear = (await ask(`${setup.gateway.baseUrl}${path}`, body)).json<Vectors>()
  expect(sealed.data).toEqual(clear.data)
  const one = await ask(`${proxy.baseUrl}${path}`, { ...body, input: canary })
  expect(one.json<Vectors>().data).toEqual(sealed.data.slice(0, 1))
})

test('the gateway sees neither text nor vector', async () => {
  const seen: string[] = []
  middle.lie({
    onRequest: ({ request }) => seen.push(request.body.toString('utf8')),
    onAnswer: (answer) => seen.push(answer.body.toString('utf8')),
  })
  const before = await untilEnd(startProxy(middle.baseUrl))
  expect((await ask(`${before.baseUrl}${path}`, body)).status).toBe(200)
  expect(seen.join()).toContain('"embedding":"')
  expect(seen.join()).not.toMatch(/canary|another text|"embedding":\[/)
})

test('what cannot be encrypted, or is for another model, is refused by name', async () => {
  const refuse = async (more: object) => {
    const answer = await ask(`${proxy.baseUrl}${path}`, { ...body, ...more })
    expect(answer.status).toBe(400)
    return answer.json<ErrorBody>().error
  }
  for (const input of [
    [1, 2],
    [[1], [2]],
  ]) {
    expect(await refuse({ input })).toMatchObject({
      code: 'e2ee_field_not_private',
      param: 'input',
    })
  }
  expect(await refuse({ task: canary })).toMatchObject({
    code: 'e2ee_field_not_private',
    param: 'task',
  })
  expect(await refuse({ input: [] })).toMatchObject({ code: 'invalid_request_error' })
  expect(await refuse({ model: sealedModel })).toMatchObject({
    code: 'invalid_request_error',
    param: 'model',
  })
  const chat = { model: vectorsModel, messages: [{ role: 'user', content: 'x' }] }
  const answer = await ask(`${proxy.baseUrl}/v1/chat/completions`, chat)
  expect(answer.json<ErrorBody>().error).toMatchObject({ param: 'model' })
})

test('the relay refuses an input that is not all encrypted, and tokens', async () => {
  const before = await untilEnd(startProxy(middle.baseUrl))
  for (const input of ['["clear"]', '[1,2]', '"clear"']) {
    middle.lie({
      onRequest({ path: asked, request }) {
        if (!isRelay(asked)) return
        const text = request.body.toString('utf8')
        request.body = Buffer.from(text.replace(/"input":\[.*?\]/, `"input":${input}`))
      },
    })
    const answer = await ask(`${before.baseUrl}${path}`, body)
    expect(answer.json<ErrorBody>().error.code).toBe('e2ee_decryption_failed')
  }
})

test('a receipt that is kept opens by the verify command', async () => {
  const folder = join(temporaryFolder(), 'receipts')
  const keep = createReceiptFolder(folder)
  const keeping = await untilEnd(
    startProxy(setup.gateway.baseUrl, [], {
      ended: (exchange, end) => expect(keep(exchange, end)).toBeNull(),
    }),
  )
  expect((await ask(`${keeping.baseUrl}${path}`, body)).status).toBe(200)
  const [name = ''] = readdirSync(folder)
  const options = ['--gateway', setup.gateway.baseUrl, '--development', '--verbose'] as const
  const ran = await verify(join(folder, name), ...options)
  expect(ran.stdout).toContain('PASS commitment.prompt')
  expect(ran.stdout).toContain('PASS commitment.response')
  expect(ran.code).toBe(0)
})

test('what an enclave says in clear beside the vectors is named', async () => {
  const faulty = await untilEnd(startVectorsEnclave())
  const before = await untilEnd(startProxy(faulty.gateway.baseUrl))
  faulty.simulator.setFault('members-in-clear')
  expect((await ask(`${before.baseUrl}${path}`, body)).status).toBe(200)
  expect(before.judgements[0]?.cameInClear).toEqual(['note'])
})

test.each([...relayLies.slice(0, 1), ...vectorLies])(
  'a gateway that %s is found out',
  async (_what, lie, expected) => {
    middle.lie(lie)
    const before = await untilEnd(startProxy(middle.baseUrl))
    const answer = await ask(`${before.baseUrl}${path}`, body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.text).not.toMatch(/"data"|commitment_salts/)
    const checks = before.judgements[0]?.verdict.checks ?? []
    const notPassed = checks.filter(({ status }) => status !== 'pass')
    expect(notPassed.map(({ id }) => id)).toContain(expected)
  },
)
