import 'reflect-metadata'
import { createSign, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { concatBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import type { SnpEndorsement } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import { statedSnpPolicy, type SnpPolicy } from '#shared/attestation/sev-snp/snp-policy.ts'

/** A chip of Genoa's kind under a root of its own, which signs whatever report it is given. */
export interface SnpChip {
  readonly endorsement: SnpEndorsement
  readonly rootPem: string
  readonly policy: SnpPolicy
  /** The report's first part, changed by the caller, signed anew. */
  sign(signedBytes: Uint8Array): Uint8Array
  /** A list of AMD's kind that withdraws these serial numbers, in hex. */
  withdraw(serials: readonly string[], from: Date): Promise<Uint8Array>
}

const pss = { name: 'RSA-PSS', hash: 'SHA-384', saltLength: 48 }
const validity = { notBefore: new Date('2020-01-01'), notAfter: new Date('2045-01-01') }
const amd = '1.3.6.1.4.1.3704.1'

/** @param product what the certificate of the chip says that it is */
export async function makeSnpChip(chipId: Uint8Array, product = 'Genoa'): Promise<SnpChip> {
  const [ark, ask] = await Promise.all([makeRsaKeys(), makeRsaKeys()])
  const vcek = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, [
    'sign',
    'verify',
  ])
  const ca = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ]
  const make = (
    [serialNumber, subject, issuer]: readonly [string, string, string],
    [publicKey, signingKey]: readonly [webcrypto.CryptoKey, webcrypto.CryptoKey],
    extensions: x509.Extension[],
  ) =>
    x509.X509CertificateGenerator.create({
      serialNumber,
      subject: `CN=${subject}`,
      issuer: `CN=${issuer}`,
      ...validity,
      publicKey,
      signingKey,
      signingAlgorithm: pss,
      extensions,
    })
  const root = await make(['01', 'ARK-Genoa', 'ARK-Genoa'], [ark.publicKey, ark.privateKey], ca)
  const middle = await make(['02', 'SEV-Genoa', 'ARK-Genoa'], [ask.publicKey, ark.privateKey], ca)
  const member = (suffix: string, content: readonly number[]) =>
    new x509.Extension(`${amd}.${suffix}`, false, Uint8Array.from(content))
  const leaf = await make(
    ['03', 'SEV-VCEK', 'SEV-Genoa'],
    [vcek.publicKey, ask.privateKey],
    [
      member('2', [0x16, product.length, ...Buffer.from(product)]),
      member('3.1', [2, 1, 10]),
      member('3.2', [2, 1, 0]),
      member('3.3', [2, 1, 23]),
      member('3.8', [2, 1, 84]),
      member('4', [...chipId]),
    ],
  )
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', vcek.privateKey))
  return {
    rootPem: root.toString('pem'),
    endorsement: {
      vcek: new Uint8Array(leaf.rawData),
      chain: `${middle.toString('pem')}\n${root.toString('pem')}\n`,
      crl: null,
    },
    policy: {
      ...statedSnpPolicy,
      roots: { ...statedSnpPolicy.roots, Genoa: sha256Digest(new Uint8Array(root.rawData)) },
    },
    sign(signedBytes) {
      const signature = createSign('sha384')
        .update(signedBytes)
        .sign({
          key: `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----`,
          dsaEncoding: 'ieee-p1363',
        })
      const number = (at: number) =>
        concatBytes(Uint8Array.from(signature.subarray(at, at + 48)).reverse(), new Uint8Array(24))
      return concatBytes(signedBytes, number(0), number(48), new Uint8Array(368))
    },
    async withdraw(serials, from) {
      const list = await x509.X509CrlGenerator.create({
        issuer: 'CN=ARK-Genoa',
        thisUpdate: from,
        nextUpdate: new Date(from.getTime() + 30 * 24 * 3600_000),
        entries: serials.map((serialNumber) => ({ serialNumber, revocationDate: from })),
        signingAlgorithm: pss,
        signingKey: ark.privateKey,
      })
      return new Uint8Array(list.rawData)
    },
  }
}

function makeRsaKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(
    { ...pss, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
}
