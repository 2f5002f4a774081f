import 'reflect-metadata'
import { X509Certificate, X509Crl, AuthorityKeyIdentifierExtension } from '@peculiar/x509'
import { expect, test } from 'vitest'
import { tlsKeysFor, parseKeyset } from '#shared/aci/parse-keyset.ts'
import { makeSimulationPki } from '../../../../../server/demo/enclave/hardware/simulation-pki.ts'
import { untilEnd } from '../../../../support/until-end.ts'
import { startEnclave, sealedModel } from '../../../../support/enclave/start-enclave.ts'
import { ask } from '../../../../support/requests/ask.ts'
import { makeEnclave } from '../../../../../server/demo/enclave/make-enclave.ts'
import { testKeys, testScalars } from '../../../../support/enclave/make-evidence.ts'

const now = new Date()
const pki = await makeSimulationPki(now)

test.each(['rootCrl', 'pckCrl'] as const)(
  'the %s has a number, and names the key of its issuer as strict readers demand',
  (which) => {
    const crl = new X509Crl(Buffer.from(pki[which]))
    expect(crl.getExtension('2.5.29.20')).not.toBeNull()
    const issuer = crl.getExtension(AuthorityKeyIdentifierExtension)?.keyId
    expect(issuer).toMatch(/^[0-9a-f]{40}$/)
    const chain = pki.pckChainPem.split(/(?=-----BEGIN)/).map((text) => new X509Certificate(text))
    const ids = chain.map((each) => each.getExtension('2.5.29.14'))
    expect(ids.every((id) => id !== null)).toBe(true)
  },
)

test('a report says where its source is, and a key may be for one host alone', async () => {
  const enclave = makeEnclave({
    machine: { pki, keys: testKeys, ...testScalars },
    tls: { keyPem: '', certificatePem: '', spki: 'c0'.repeat(32) },
    plan: {},
    serving: 'direct',
    domain: 'enclave.example',
    now: () => now,
  })
  const { attestation } = JSON.parse(await enclave.report(null)) as {
    attestation: { source_provenance: object; workload_keyset: unknown }
  }
  expect(attestation.source_provenance).toMatchObject({ repo_commit: 'ab'.repeat(20) })
  const keyset = parseKeyset(attestation.workload_keyset)
  expect(tlsKeysFor(keyset, 'enclave.example')).toEqual(['c0'.repeat(32)])
  expect(tlsKeysFor(keyset, 'other.example')).toEqual([])
})

test.each([
  ['for one host attests under no other name', 'enclave.example', 503, 0],
  ['for its host is reached under that name', '127.0.0.1', 200, 1],
])('an enclave whose key is %s', async (_what, domain, status, asked) => {
  const { simulator, gateway } = await untilEnd(startEnclave({ domain }))
  const answer = await ask(`${gateway.baseUrl}/v1/chat/completions`, {
    model: sealedModel,
    messages: [{ role: 'user', content: 'hi' }],
  })
  expect(answer.status).toBe(status)
  expect(simulator.counts.chat).toBe(asked)
})
