import { expect, test } from 'vitest'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { judgeAside } from '../../../../../server/gateway/upstreams/bought/judge-aside.ts'

const evidence = {
  nonce: 'ab'.repeat(32),
  at: 0,
  document: new Uint8Array(),
  peer: null,
  collateral: [],
} as never
const policy = statedPolicy('owner/repository')

test('each who asks gets the word on its own evidence, also beside some that cannot be judged', async () => {
  const known = { kind: tinfoilDirect.name, evidence, policy }
  const unknown = { kind: 'no-such-kind', evidence, policy }
  const asked = [unknown, known, known].map(judgeAside)
  const [first, ...others] = await Promise.allSettled(asked)
  expect(first).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) })
  for (const found of others) {
    expect(found).toMatchObject({ status: 'fulfilled', value: { kind: 'rejected' } })
  }
})
