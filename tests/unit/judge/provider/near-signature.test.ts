import { ed25519 } from '@noble/curves/ed25519.js'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { bytesToHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import {
  parseNearSignature,
  verifyNearExchange,
  verifyPassedOn,
} from '#shared/judge/provider/near-signature.ts'
import type { Check } from '#shared/verdict.ts'

const attested = ed25519.keygen()
const stranger = ed25519.keygen()
const keyOf = ({ publicKey }: typeof attested) => bytesToHex(publicKey)
const seen = { model: 'm', request: sha256Digest('asked'), response: sha256Digest('answered') }

/** What a key signed of this exchange, under the name of a key. */
function signed(by = attested, named = keyOf(by)) {
  const text = `${seen.model}:${seen.request}:${seen.response}`
  return parseNearSignature({
    text,
    signature: bytesToHex(ed25519.sign(utf8ToBytes(text), by.secretKey)),
    signing_address: named,
    signing_algo: 'ed25519',
  })
}

const notPassed = (checks: readonly Check[]) =>
  checks.flatMap(({ id, status }) => (status === 'pass' ? [] : [`${id} ${status}`]))

test('what the attested key signed of this exchange passes', () => {
  expect(notPassed(verifyNearExchange(signed(), keyOf(attested), seen))).toEqual([])
})

test('a signature of another key fails, whoever it names', () => {
  const failuresOf = (...of: Parameters<typeof signed>) =>
    notPassed(verifyNearExchange(signed(...of), keyOf(attested), seen))
  const [key, signature] = ['enclave-receipt.key fail', 'enclave-receipt.signature fail']
  expect(failuresOf(stranger)).toEqual([key, signature])
  expect(failuresOf(stranger, keyOf(attested))).toEqual([signature])
  expect(failuresOf(attested, keyOf(stranger))).toEqual([key])
  expect(notPassed(verifyNearExchange(signed(), null, seen))).toEqual([key, signature])
})

test('a host whose key is an address signs as Ethereum does, and with no other kind of key', async () => {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
  const address = account.address.toLowerCase()
  const { text } = signed()
  const ecdsa = parseNearSignature({
    text,
    signature: await account.signMessage({ message: text }),
    signing_address: account.address,
    signing_algo: 'ecdsa',
  })
  expect(notPassed(verifyNearExchange(ecdsa, address, seen))).toEqual([])
  for (const [other, key] of [
    [ecdsa, `0x${'ab'.repeat(20)}`],
    [ecdsa, keyOf(attested)],
    [signed(), address],
  ] as const) {
    expect(notPassed(verifyNearExchange(other, key, seen))).toContain(
      'enclave-receipt.signature fail',
    )
  }
})

test.each([
  ['exchange', { model: 'another' }],
  ['request', { request: sha256Digest('another') }],
  ['response', { response: sha256Digest('another') }],
  ['response', { response: null }],
])('enclave-receipt.%s fails alone where somebody saw %j', (part, other) => {
  const checks = verifyNearExchange(signed(), keyOf(attested), { ...seen, ...other })
  expect(notPassed(checks)).toEqual([`enclave-receipt.${part} fail`])
})

test('of bytes that a third company passed on another digest proves nothing, and refuses nothing', () => {
  const other = { request: sha256Digest('another'), response: sha256Digest('another') }
  const unchecked = ['exchange', 'request', 'response'].map(
    (part) => `enclave-receipt.${part} skip`,
  )
  expect(notPassed(verifyPassedOn(signed(), keyOf(attested), seen))).toEqual([unchecked[0]])
  expect(notPassed(verifyPassedOn(signed(), keyOf(attested), other))).toEqual(unchecked)
  const forged = notPassed(verifyPassedOn(signed(stranger), keyOf(attested), seen))
  expect(forged).toContain('enclave-receipt.signature fail')
})
