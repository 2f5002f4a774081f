import 'reflect-metadata'
import { KeyObject, randomBytes, sign, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509'

/** As services hand it out: both members are Base64. */
interface SimulatedGpuEvidence {
  readonly arch: 'HOPPER'
  readonly certificate: string
  readonly evidence: string
  readonly nonce: string
}

/** GPUs under a root of their own, in the image of NVIDIA's: nothing that knows NVIDIA's root accepts it. */
export interface SimulatedGpus {
  readonly rootPem: string
  /** @param nonce that each of them signs, 64 hex digits */
  evidence(nonce: string): readonly SimulatedGpuEvidence[]
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
const day = 24 * 3_600_000
const rootName = 'CN=Countersign SIMULATION Device Identity CA, O=No hardware'
const chipName = 'CN=NVIDIA GH100 Identity, O=No hardware'

interface Gpu {
  readonly chain: string
  readonly key: KeyObject
}

export async function makeSimulatedGpus(now: Date, count = 1): Promise<SimulatedGpus> {
  const [root, chip] = await Promise.all([newPair(), newPair()])
  const certify = (subject: string, issuer: string, [own, by]: Keys, isCa: boolean) =>
    X509CertificateGenerator.create({
      serialNumber: `4${randomBytes(15).toString('hex').slice(1)}`,
      subject,
      issuer,
      notBefore: new Date(now.getTime() - day),
      notAfter: new Date(now.getTime() + 365 * day),
      publicKey: own.publicKey,
      signingKey: by.privateKey,
      signingAlgorithm: ecdsa,
      extensions: [
        new BasicConstraintsExtension(isCa, undefined, true),
        ...(isCa ? [new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)] : []),
      ],
    })
  const rootCertificate = await certify(rootName, rootName, [root, root], true)
  const chipCertificate = await certify(chipName, rootName, [chip, root], true)

  async function make(): Promise<Gpu> {
    const own = await newPair()
    const leaf = await certify('CN=GH100 A01 GSP BROM', chipName, [own, chip], false)
    const chain = [leaf, chipCertificate, rootCertificate].map(pem).join('')
    return { chain, key: KeyObject.from(own.privateKey) }
  }

  const gpus = await Promise.all(Array.from({ length: count }, make))
  return {
    rootPem: pem(rootCertificate),
    evidence: (nonce) =>
      gpus.map(({ chain, key }) => ({
        arch: 'HOPPER',
        certificate: Buffer.from(chain).toString('base64'),
        evidence: exchange(nonce, key).toString('base64'),
        nonce,
      })),
  }
}

type Keys = readonly [own: webcrypto.CryptoKeyPair, issuer: webcrypto.CryptoKeyPair]

/** One signed exchange of measurements (SPDM 1.1), with one measurement. */
function exchange(nonce: string, key: KeyObject): Buffer {
  const value = Buffer.alloc(48, 0x5a)
  const block = Buffer.concat([Buffer.from([1, 1, value.length + 3, 0, 1, value.length, 0]), value])
  const driver = Buffer.from('0.0.0\0')
  const opaque = Buffer.concat([Buffer.from([3, 0, driver.length, 0]), driver])
  const signed = Buffer.concat([
    Buffer.from([0x11, 0xe0, 0, 0xff]),
    Buffer.from(nonce, 'hex'),
    Buffer.from([0]),
    Buffer.from([0x11, 0x60, 0, 0, 1, block.length, 0, 0]),
    block,
    randomBytes(32),
    Buffer.from([opaque.length, 0]),
    opaque,
  ])
  return Buffer.concat([signed, sign('sha384', signed, { key, dsaEncoding: 'ieee-p1363' })])
}

function newPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`
}
