import { expect, test } from 'vitest'
import { verifyCustody } from '#shared/aci/verify-custody.ts'
import {
  compressedKey,
  makeKeyCustody,
  type CustodyInput,
} from '../../../server/demo/enclave/hardware/make-key-custody.ts'
import { testKeys, testScalars } from '../../support/make-evidence.ts'

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

/** What fails of the chains of these keys, which the key management signed as they say. */
async function failuresOf(keys: readonly CustodyInput[]): Promise<readonly string[]> {
  const { keys: custody } = await makeKeyCustody({ ...testScalars, appId }, keys)
  const acceptedRoots = [compressedKey(testScalars.rootScalar)]
  return verifyCustody({ keyset, custody, appId, acceptedRoots })
    .filter(({ status }) => status !== 'pass')
    .map(({ id }) => id)
}

test('keys that were given out as what they are used for pass', async () => {
  expect(await failuresOf(own)).toEqual([])
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
