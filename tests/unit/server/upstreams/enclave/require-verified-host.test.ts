import { expect, test } from 'vitest'
import type { AttestedSession } from '../../../../../server/gateway/upstreams/enclave/establish-session.ts'
import { prepareCall } from '../../../../../server/gateway/upstreams/enclave/prepare-call.ts'
import {
  refuseAnyHost,
  requireVerifiedHost,
} from '../../../../../server/gateway/upstreams/enclave/require-verified-host.ts'
import { Unsendable } from '../../../../../server/gateway/upstreams/enclave/unsendable.ts'

const bytes = (text: string) => Buffer.from(text)

test.each([
  ['{ "model":"m" }\n', '{ "model":"m","provider":{"aci_verified":true} }\n'],
  ['{"a":1.0,"provider":{},"b":"é"}', '{"a":1.0,"provider":{"aci_verified":true},"b":"é"}'],
  ['{"provider": null , "b":[ ]}', '{"provider": {"aci_verified":true} , "b":[ ]}'],
  [
    '{"provider":{ "order" : [1.0, 1e5] },"b":"}"}',
    '{"provider":{ "order" : [1.0, 1e5],"aci_verified":true },"b":"}"}',
  ],
  [
    '{"provider":{"aci_session_ids":["00"]}}',
    '{"provider":{"aci_session_ids":["00"],"aci_verified":true}}',
  ],
  ['{"provider":{"aci_verified" : true}}', '{"provider":{"aci_verified" : true}}'],
  ['{"pr\\u006fvider":{"a":"\\"}"}}', '{"pr\\u006fvider":{"a":"\\"}","aci_verified":true}}'],
])('%s goes out as %s, every other byte as it was', (sent, expected) => {
  expect(Buffer.from(requireVerifiedHost(bytes(sent))).toString()).toBe(expected)
})

test.each(['false', 'null', '"true"', '1', '[]'])(
  'aci_verified of %s is refused by name',
  (value) => {
    const body = bytes(`{"provider":{"aci_verified":${value}}}`)
    for (const judge of [requireVerifiedHost, refuseAnyHost]) {
      expect(() => judge(body)).toThrow(Unsendable)
      expect(failureOf(() => judge(body))).toMatchObject({ param: 'provider.aci_verified' })
    }
  },
)

test.each([
  ['{"Provider":{"aci_verified":false}}', 'Provider'],
  ['{"provider":{"aci_verified":true},"PROVIDER":{}}', 'PROVIDER'],
  ['{"provider":{"ACI_VERIFIED":false}}', 'provider.ACI_VERIFIED'],
  ['{"provider":{"aci_verified":true,"aciVerified":false}}', 'provider.aciVerified'],
])('a second spelling in %s is refused by name', (sent, param) => {
  for (const judge of [requireVerifiedHost, refuseAnyHost]) {
    expect(failureOf(() => judge(bytes(sent)))).toMatchObject({ param })
  }
})

test.each(['{}', '{"provider":null}', '{"provider":{}}', '{"provider":{"order":["x"]}}'])(
  'an encrypted request that says %s is refused, since nothing can be added to it',
  (sent) => {
    expect(failureOf(() => refuseAnyHost(bytes(sent)))).toMatchObject({
      param: 'provider.aci_verified',
    })
  },
)

test('an encrypted request that demands a verified host may go', () => {
  refuseAnyHost(bytes('{"provider":{"aci_verified":true}}'))
})

test('an encrypted request without that demand goes only to an enclave that runs the model itself', async () => {
  const body = bytes('{"model":"m"}')
  const sendTo = (serving: string) =>
    prepareCall(
      { dialect: 'chat', body, delivery: 'buffered', headers: {}, serviceKey: '' },
      { enclave: { serving } } as unknown as AttestedSession,
      { nowSeconds: () => 0, inTurn: async (_length, step) => step() },
    )
  expect((await sendTo('direct')).body).toBe(body)
  for (const serving of ['aggregator', 'undetermined']) {
    await expect(sendTo(serving)).rejects.toMatchObject({
      failure: { param: 'provider.aci_verified' },
    })
  }
})

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return (error as Unsendable).failure
  }
  return null
}
