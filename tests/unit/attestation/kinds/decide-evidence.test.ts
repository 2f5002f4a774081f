import { expect, test } from 'vitest'
import { decideEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { about, madeBy, notProven, proven, refused } from '#shared/evidence-check.ts'
import { sha256Digest } from '#shared/digest.ts'

const required = ['code.measurement', 'channel.peer'] as const
const peer = proven('channel.peer')
const enclave = {
  measurement: sha256Digest('software'),
  tlsKey: null,
  signingKey: null,
  encryptionKey: null,
  processor: 'tdx',
} as const

const decide = (...checks: Parameters<typeof decideEvidence>[0]['checks']) =>
  decideEvidence({ checks, required, enclave })

test('an enclave is named once all that is required is proven here', () => {
  expect(decide(proven('code.measurement'), peer)).toMatchObject({ kind: 'verified', enclave })
  expect(decide(peer)).toMatchObject({ kind: 'incomplete', enclave: null })
  expect(decide(refused('code.measurement', 'no'), peer)).toMatchObject({
    kind: 'rejected',
    enclave: null,
  })
})

test('what is proven of one of several enclaves stands for no other', () => {
  const one = about('one', [proven('code.measurement')])
  const other = about('other', [notProven('code.measurement', 'not shown')])
  expect(decide(...one, ...other, peer)).toMatchObject({
    kind: 'incomplete',
    missing: ['code.measurement'],
    enclave: null,
  })
})

test('what others say neither proves nor rejects', () => {
  for (const by of ['nvidia', 'provider'] as const) {
    const said = madeBy(by, [proven('code.measurement')])
    expect(decide(...said, peer)).toMatchObject({ kind: 'incomplete', enclave: null })
    const against = madeBy(by, [refused('code.measurement', 'no')])
    expect(decide(...against, proven('code.measurement'), peer).kind).toBe('verified')
  }
})

test('evidence of a kind that requires nothing proves nothing', () => {
  expect(decideEvidence({ checks: [peer], required: [], enclave })).toMatchObject({
    kind: 'incomplete',
    enclave: null,
  })
})
