import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { beforeAll, expect, test } from 'vitest'
import { issuingProblem } from '#shared/attestation/certificates/issuing-problem.ts'
import { parseX509, type X509 } from '#shared/attestation/certificates/parse-x509.ts'

const p384 = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsaPss = { name: 'RSA-PSS', hash: 'SHA-384', saltLength: 48 }
const { keyCertSign, digitalSignature } = x509.KeyUsageFlags

let ca: CryptoKeyPair
let other: CryptoKeyPair

beforeAll(async () => {
  x509.cryptoProvider.set(crypto)
  ca = await crypto.subtle.generateKey(p384, true, ['sign', 'verify'])
  other = await crypto.subtle.generateKey(p384, true, ['sign', 'verify'])
})

interface Made {
  readonly subject?: string
  readonly issuer?: string
  readonly keys?: CryptoKeyPair
  readonly signer?: CryptoKeyPair
  readonly algorithm?: EcdsaParams | RsaPssParams
  readonly extensions?: x509.Extension[]
}

async function make(made: Made): Promise<X509> {
  const { subject = 'CN=leaf', issuer = 'CN=ca', keys = other, signer = ca } = made
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: '01',
    subject,
    issuer,
    notBefore: new Date('2026-01-01'),
    notAfter: new Date('2027-01-01'),
    publicKey: keys.publicKey,
    signingKey: signer.privateKey,
    signingAlgorithm: made.algorithm ?? p384,
    extensions: made.extensions ?? [],
  })
  return parseX509(new Uint8Array(certificate.rawData))
}

const marks = (isCa: boolean, usage: number) => [
  new x509.BasicConstraintsExtension(isCa, undefined, true),
  new x509.KeyUsagesExtension(usage, true),
]

const makeCa = (made: Made = {}) =>
  make({ subject: 'CN=ca', keys: ca, extensions: marks(true, keyCertSign), ...made })

test.each<[string, Made, Made, RegExp]>([
  ['another name', { issuer: 'CN=else' }, {}, /names another issuer/],
  ['an issuer that is no CA', {}, { extensions: marks(false, keyCertSign) }, /may not issue/],
  [
    'an issuer whose key signs other things',
    {},
    { extensions: marks(true, digitalSignature) },
    /may not issue/,
  ],
  ['an issuer without marks', {}, { extensions: [] }, /may not issue/],
  [
    'a critical extension that nobody knows',
    { extensions: [new x509.Extension('1.2.3.4', true, new Uint8Array([5, 0]))] },
    {},
    /that this program does not know/,
  ],
])('a certificate with %s was not issued', async (_name, leaf, issuer, expected) => {
  expect(issuingProblem(await make(leaf), await makeCa(issuer))).toMatch(expected)
})

test('each kind of signature holds for its own key alone, and for these bytes alone', async () => {
  const rsa = await crypto.subtle.generateKey(
    { ...rsaPss, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const small = await crypto.subtle.generateKey(p256, true, ['sign', 'verify'])
  const kinds = [
    { keys: rsa, algorithm: rsaPss },
    { keys: small, algorithm: p256 },
    { keys: ca, algorithm: p384 },
  ]
  const issuers = await Promise.all(kinds.map(({ keys }) => makeCa({ keys })))
  for (const [index, { keys, algorithm }] of kinds.entries()) {
    const leaf = await make({ signer: keys, algorithm })
    const found = issuers.map((issuer) => issuingProblem(leaf, issuer) === null)
    expect(found).toEqual(issuers.map((_, at) => at === index))
    for (const at of [20, 60, leaf.tbs.length - 1]) {
      const tbs = leaf.tbs.slice()
      tbs[at] = (tbs[at] ?? 0) ^ 1
      const der = leaf.der.slice()
      der[at + 4] = (der[at + 4] ?? 0) ^ 1
      const changed = { ...leaf, tbs, der }
      expect(issuers.map((issuer) => issuingProblem(changed, issuer))).not.toContain(null)
    }
  }
})

test('a salt of another length, and SHA-256, are not what AMD uses', async () => {
  const keys = await crypto.subtle.generateKey(
    { ...rsaPss, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const issuer = await makeCa({ keys })
  const short = await make({ signer: keys, algorithm: { ...rsaPss, saltLength: 32 } })
  expect(issuingProblem(short, issuer)).toMatch(/does not hold/)
})
