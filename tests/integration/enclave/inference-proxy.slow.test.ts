import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { judgeGivenEvidence } from '#shared/package/given/judge-given-evidence.ts'
import { nearModel } from '../../../server/demo/providers/near/start-near.ts'
import { buildDemo } from '../../../server/demo/upstream/build-demo.ts'
import { askEncrypted } from '../../support/requests/ask-encrypted.ts'
import { sealSignerOf } from '../../support/gateway/seal-signer-of.ts'
import { startGatewayHere } from '../../support/gateway/start-gateway-here.ts'
import { startInferenceProxy } from '../../support/enclave/start-inference-proxy.ts'
import { askedModel, nearConfig } from '../../support/providers/start-near-gateway.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Path of NEAR AI's `inference-proxy`, built; nothing of it is in this repository. */
const program = process.env['INFERENCE_PROXY'] ?? ''
const question = [{ role: 'user', content: 'Say something.' }]
const tools = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'Says the weather.',
      parameters: { type: 'object', properties: { place: { type: 'string' } } },
    },
  },
]

async function start() {
  const bodies: string[] = []
  const model = buildDemo({ pause: async () => {}, nowSeconds: () => 1_800_000_000 })
  model.addHook('preHandler', async (request) => {
    bodies.push(JSON.stringify(request.body))
  })
  await untilEnd(model.listen({ port: 0, host: '127.0.0.1' }).then(() => model))
  const modelUrl = `http://127.0.0.1:${(model.server.address() as AddressInfo).port}`
  const host = await untilEnd(
    startInferenceProxy({ program, modelUrl, model: nearModel, token: 'near-secret' }),
  )
  const gateway = await untilEnd(startGatewayHere({ config: nearConfig(host) }))
  return { gateway, bodies }
}

describe.skipIf(program === '')('NEAR AI’s own program (INFERENCE_PROXY names it)', async () => {
  const { gateway, bodies } = program === '' ? ({} as never) : await start()

  test.each([{}, { stream: true }])('is verified, and signs what it answers: %o', async (more) => {
    const request = { model: askedModel, messages: question, ...more }
    const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    const digest = /"evidence":"([0-9a-f]{64})"/.exec(text)?.[1]
    const kept = await fetch(`${gateway.baseUrl}/api/evidence/${digest}`)
    const signers = await sealSignerOf(gateway.baseUrl)
    const reader = { signers, simulation: 'accept', request } as const
    const judged = judgeGivenEvidence(text, new Uint8Array(await kept.arrayBuffer()), reader)
    expect(judged).toMatchObject({ state: 'simulated', verdict: 'verified' })
  })

  test.each([{}, { stream: true }, { tools, tool_choice: 'required' }, { stream: true, tools }])(
    'opens what was encrypted to it, and its answer opens here: %o',
    async (more) => {
      bodies.length = 0
      const body = { model: askedModel, messages: question, ...more }
      const { status, text, verdict } = await askEncrypted(gateway.baseUrl, body)
      expect(status, text).toBe(200)
      expect(verdict).toMatchObject({ state: 'simulated', outcome: 'returned' })
      expect(bodies).toEqual([expect.stringContaining('Say something.')])
    },
  )

  test('a text that reads as a list reaches the model as a text', async () => {
    bodies.length = 0
    const messages = [{ role: 'user', content: '["one"]' }]
    const { status } = await askEncrypted(gateway.baseUrl, { model: askedModel, messages })
    expect(status).toBe(200)
    const [body = '{}'] = bodies
    expect(JSON.parse(body)).toMatchObject({
      messages: [{ role: 'user', content: [{ type: 'text', text: '["one"]' }] }],
    })
  })
})
