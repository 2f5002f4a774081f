import { expect, test } from 'vitest'
import { verifyCustody } from '#shared/aci/verify-custody.ts'
import {
  compressedKey,
  makeKeyCustody,
  type CustodyInput,
} from '../../../server/demo/enclave/hardware/make-key-custody.ts'
import { testKeys, testScalars } from '../../support/enclave/make-evidence.ts'

const appId = '1f'.repeat(20)
const own = testKeys.custody.map((key) => ({ ...key, key_id: key.role, public_key: key.publicKey }))
const isReceipt = ({ role }: CustodyInput) => role === 'receipt'
const keyset = {
  subject: null,
  not_after: 0,
  receipt_signing_keys: own.filter(isReceipt),
  e2ee_public_keys: own.filter((key) => !isReceipt(key)),
  tls_public_keys: [],
}

type Custody = Awaited<ReturnType<typeof makeKeyCustody>>['keys']

function failuresIn(custody: Custody, given = appId): readonly string[] {
  const acceptedRoots = [compressedKey(testScalars.rootScalar)]
  return verifyCustody({ keyset, custody, appId: given, acceptedRoots })
    .filter(({ status }) => status !== 'pass')
    .map(({ id }) => id)
}

/** What fails of the chains of these keys, which the key management signed as they say. */
async function failuresOf(keys: readonly CustodyInput[]): Promise<readonly string[]> {
  return failuresIn((await makeKeyCustody({ ...testScalars, appId }, keys)).keys)
}

test('signatures that were good are none of another key or another workload', async () => {
  const { keys: custody } = await makeKeyCustody({ ...testScalars, appId }, own)
  expect(failuresIn(custody)).toEqual([])
  const moved = custody.map((key) => ({ ...key, kms_public_key: `02${'11'.repeat(32)}` }))
  expect(failuresIn(moved)).toContain('custody.app-key')
  expect(failuresIn(custody, '2e'.repeat(20))).toEqual(['custody.root'])
})

// Of a key whose chain names another role nobody would ask whether it is the one that was signed for.
test.each(['receipt', 'e2ee-secp256k1'])(
  'the key for %s fails where it was given out in another role, or for another purpose',
  async (role) => {
    const { role: otherRole, purpose: otherPurpose } = own.find((key) => key.role !== role) ?? {}
    const changed = (change: Partial<CustodyInput>) =>
      own.map((key) => (key.role === role ? { ...key, ...change } : key))
    expect(await failuresOf(changed({ role: otherRole ?? '' }))).toContain('custody.keys')
    expect(await failuresOf(changed({ purpose: otherPurpose ?? '' }))).toEqual(['custody.keys'])
  },
)
