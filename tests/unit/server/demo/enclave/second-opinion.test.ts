import { QuoteVerifier } from '@phala/dcap-qvl'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeyCustody } from '../../../../../server/demo/enclave/hardware/make-key-custody.ts'
import { makeCollateral } from '../../../../../server/demo/enclave/hardware/simulation-collateral.ts'
import {
  makeSimulationPki,
  type SimulationPki,
} from '../../../../../server/demo/enclave/hardware/simulation-pki.ts'
import {
  makeQuote,
  type QuotePlan,
} from '../../../../../server/demo/enclave/hardware/simulation-quote.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../../../support/shared-fixture.ts'

// The simulator makes what our verifier judges; here somebody else's code judges it.

const now = new Date()
const nowSeconds = Math.floor(now.getTime() / 1000)
const register = '11'.repeat(48)
const facts = {
  mrtd: register,
  rtmr: [register, register, register, register],
  mrconfigid: register,
  reportData: 'ab'.repeat(64),
}

let pki: SimulationPki

beforeAll(async () => {
  pki = await makeSimulationPki(now)
})

function judge(plan: QuotePlan, verifier = QuoteVerifier.newWithRootCa(Buffer.from(pki.rootDer))) {
  const [, ca = ''] = pki.pckChainPem.split(/(?=-----BEGIN CERTIFICATE-----)/)
  const collateral = { pck_crl_issuer_chain: ca, ...makeCollateral(pki, now) }
  return verifier.verify(makeQuote(pki, facts, plan), collateral, nowSeconds).status
}

test('a simulated quote of every version verifies elsewhere under the simulation’s root', () => {
  for (const plan of [{}, { version: 5 }, { version: 5, body: 'td1.5' }] as const) {
    expect(judge(plan)).toBe('UpToDate')
  }
})

test('one that a stranger signed does not, and none does under Intel’s root', () => {
  expect(() => judge({ quoteSignedBy: 'stranger' })).toThrow()
  expect(() => judge({}, new QuoteVerifier())).toThrow()
})

interface Custody {
  readonly root_private: string
  readonly app_private: string
  readonly app_id: string
  readonly keys: readonly {
    readonly role: string
    readonly path: string
    readonly purpose: string
    readonly algo: string
    readonly scalar: string
    readonly public_key: string
    readonly kms_public_key: string
    readonly signature_chain: readonly string[]
  }[]
}

describe.skipIf(!hasFixtures)(`key custody${withoutFixtures}`, () => {
  test('the simulated key management makes the signatures of the vector', async () => {
    const vector = readFixture<Custody>('kms_custody_vector.json')
    const hex = (text: string) => Buffer.from(text, 'hex')
    const { keys } = await makeKeyCustody(
      {
        rootScalar: hex(vector.root_private),
        appScalar: hex(vector.app_private),
        appId: vector.app_id,
      },
      vector.keys.map((key) => ({ ...key, scalar: hex(key.scalar), publicKey: key.public_key })),
    )
    expect(keys.map(({ signature_chain }) => signature_chain)).toEqual(
      vector.keys.map(({ signature_chain }) => signature_chain),
    )
    expect(keys.map(({ kms_public_key }) => kms_public_key)).toEqual(
      vector.keys.map(({ kms_public_key }) => kms_public_key),
    )
  })
})
