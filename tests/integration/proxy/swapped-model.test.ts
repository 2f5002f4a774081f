import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSimulator } from '../../../server/demo/enclave/start-simulator.ts'
import { untilEnd } from '../../support/until-end.ts'
import { ask } from '../../support/requests/ask.ts'
import { isRelay } from '../../support/gateway/gateway-lies.ts'
import { sealedModel, simulatedConfig } from '../../support/enclave/start-enclave.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startMiddle, type Lie } from '../../support/peers/start-middle.ts'
import { startProxy } from '../../support/gateway/start-proxy.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { verify } from '../../support/receipts/verify-file.ts'

// A gateway that serves and signs another model than the one that was asked. Both are at one enclave.

const cheaper = 'test-cheaper'

const simulator = await untilEnd(startSimulator())
const models = { [sealedModel]: 'enclave-model', [cheaper]: 'enclave-model' }
const config = simulatedConfig(simulator, { traits: { usual: cheaper } }, { models })
const gateway = await untilEnd(startGatewayHere({ config }))
const middle = await untilEnd(startMiddle(gateway.baseUrl))

const messages = [{ role: 'user', content: 'Say something.' }]

/** The outer name is the gateway's to read; what the enclave is told is encrypted under its own name. */
const swap: Lie = {
  onRequest({ path, request }) {
    if (!isRelay(path)) return
    const text = request.body.toString('utf8')
    request.body = Buffer.from(text.replace(/"model":"[^"]*"/, `"model":"${cheaper}"`))
  },
}

function withTraits(traits: Record<string, string>): Lie {
  return {
    ...swap,
    onAnswer(answer, { path }) {
      if (path === '/v1/models/traits') {
        answer.body = Buffer.from(JSON.stringify({ object: 'list', data: traits }))
      }
    },
  }
}

async function askThrough(lie: Lie, model: string, stream: boolean) {
  middle.lie(lie)
  const proxy = await untilEnd(startProxy(middle.baseUrl))
  const url = `${proxy.baseUrl}/v1/chat/completions`
  const { text } = await ask(url, { model, messages, stream })
  const checks = proxy.judgements[0]?.verdict.checks ?? []
  return { text, check: checks.find(({ id }) => id === 'receipt.model'), proxy }
}

test.each<[string, Lie]>([
  ['says nothing of it', swap],
  ['lists the model as a trait of the other one', withTraits({ [sealedModel]: cheaper })],
])('a gateway that serves another model and %s is found out', async (_what, lie) => {
  for (const stream of [false, true]) {
    const { text, check } = await askThrough(lie, sealedModel, stream)
    expect(check).toMatchObject({ status: 'fail' })
    expect(text).toContain('"receipt.model"')
    expect(text).not.toContain('[DONE]')
  }
})

test('a trait is what the gateway lists for it, and that is its own word', async () => {
  const { text, check } = await askThrough({}, 'usual', false)
  expect(text).toContain('"choices"')
  expect(check).toMatchObject({ status: 'pass', by: 'gateway' })
})

test('a trait that was listed for another model is found out', async () => {
  const { text, check } = await askThrough(withTraits({ usual: sealedModel }), 'usual', false)
  expect(check).toMatchObject({ status: 'fail' })
  expect(text).not.toContain('"choices"')
})

test('while the gateway lists no traits, a name that is no id is not established', async () => {
  const none: Lie = {
    onAnswer(answer, { path }) {
      if (path === '/v1/models/traits') answer.status = 500
    },
  }
  const { text, check } = await askThrough(none, 'usual', false)
  expect(check).toMatchObject({ status: 'skip' })
  expect(text).not.toContain('"choices"')
  const named = await askThrough(none, sealedModel, false)
  expect(named.check).toMatchObject({ status: 'pass', by: 'you' })
})

test('the command compares the model of the request with the one that was signed', async () => {
  const folder = temporaryFolder()
  const answer = join(folder, 'answer.json')
  const { text } = await ask(`${gateway.baseUrl}/v1/chat/completions`, { model: 'usual', messages })
  writeFileSync(answer, text)

  async function judged(model: string): Promise<string> {
    const request = join(folder, 'request.json')
    writeFileSync(request, JSON.stringify({ model, messages }))
    const trusted = ['--gateway', gateway.baseUrl, '--development', '--verbose'] as const
    return (await verify(answer, '--messages', request, ...trusted)).stdout
  }

  expect(await judged(cheaper)).toMatch(/(?:PASS|ok).*receipt\.model/i)
  expect(await judged('usual')).toMatch(/(?:PASS|ok).*receipt\.model/i)
  expect(await judged(sealedModel)).toContain('FAIL receipt.model')
})
