import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { verifyMessage } from 'viem'
import { sign as viemSign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { personalMessageHash } from '#shared/receipt/eip191.ts'
import type { Digest } from '#shared/digest.ts'
import {
  createSigningKey,
  javascriptSigner,
  loadNative,
  nativeSigner,
} from '../../../../server/gateway/signer/signing-key.ts'

const native = loadNative()
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}` as const

test('over random keys and hashes the signers and viem agree to the byte', async (context) => {
  if (native === null) context.skip('libsecp256k1 is not built for this platform')
  const privateKeys = Array.from({ length: 5 }, () => new Uint8Array(randomBytes(32)))
  await fc.assert(
    fc.asyncProperty(bytes32, fc.constantFrom(...privateKeys), async (hash, privateKey) => {
      const expected = await viemSign({
        hash: toHex(hash),
        privateKey: toHex(privateKey),
        to: 'hex',
      })
      expect(javascriptSigner(privateKey)(hash)).toBe(expected)
      if (native) expect(nativeSigner(native, privateKey)(hash)).toBe(expected)
    }),
    { numRuns: 60 },
  )
})

test('a signature has 65 bytes, v 27 or 28, and s in the lower half', async () => {
  // Half of the curve's order (SEC 2, 2.4.1), rounded down.
  const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
  const { sign, library } = await createSigningKey(randomBytes(32))
  if (native !== null) expect(library).toBe('libsecp256k1')
  const seen = new Set<string>()
  for (let round = 0; round < 64; round++) {
    const signature = sign(randomBytes(32))
    expect(signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
    expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThanOrEqual(half)
    seen.add(signature.slice(-2))
  }
  expect([...seen].toSorted()).toEqual(['1b', '1c'])
})

test('viem verifies the signature of a digest as a message, and of no other', async () => {
  const { address, sign } = await createSigningKey(randomBytes(32))
  const signer = address as `0x${string}`
  const digest = randomBytes(32).toString('hex')
  const signature = sign(personalMessageHash(digest as Digest)) as `0x${string}`
  expect(await verifyMessage({ address: signer, message: digest, signature })).toBe(true)
  const other = randomBytes(32).toString('hex')
  expect(await verifyMessage({ address: signer, message: other, signature })).toBe(false)
  const raw = { raw: `0x${digest}` } as const
  expect(await verifyMessage({ address: signer, message: raw, signature })).toBe(false)
})

test('a key is opened with its address in lowercase, and what is no key is refused', async () => {
  const { address } = await createSigningKey(Buffer.from('11'.repeat(32), 'hex'))
  expect(address).toBe('0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a')
  for (const wrong of ['00'.repeat(32), 'ff'.repeat(32)]) {
    await expect(createSigningKey(Buffer.from(wrong, 'hex'))).rejects.toMatchObject({
      code: 'SIGNER_KEY_INVALID',
    })
  }
})
