import 'reflect-metadata'
import { KeyObject, randomBytes, sign, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** What differs from GPUs in order; every member breaks one thing. */
export interface GpuPlan {
  /** 64 hex digits that they sign in the place of those they were asked for. */
  readonly nonce?: string
  readonly chip?: string
  /** The chip that the GPU's own certificate names in the place of its authority's. */
  readonly named?: string
  readonly signedBy?: 'gpu' | 'stranger'
  readonly isShownTwice?: boolean
}

interface ShownGpu {
  /** Base64 of a PEM text, leaf first. */
  readonly certificate: string
  /** Base64 of a signed exchange of measurements. */
  readonly evidence: string
}

/** Makes evidence of GPUs in the image of NVIDIA's, under a root of its own. */
export interface GpuMaker {
  readonly rootPem: string
  evidence(nonce: string, plan?: GpuPlan): Promise<readonly ShownGpu[]>
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
const day = 24 * 3_600_000
const gpus = 2
const rootName = 'CN=Countersign SIMULATION Device Identity CA, O=No hardware'

interface Pair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

export async function makeGpus(now: Date): Promise<GpuMaker> {
  const root = await newPair()
  const rootCertificate = await issue({ subject: rootName, pair: root, by: root, now })
  const rootPem = rootCertificate.toString('pem')

  /** A GPU by its chip, its name and its number: it keeps its key and its certificate. */
  const made = new Map<string, ReturnType<typeof makeGpu>>()

  async function makeGpu(chip: string, named: string) {
    const [ca, gpu] = await Promise.all([newPair(), newPair()])
    const caName = `CN=NVIDIA ${chip} Identity, O=No hardware`
    const middle = await issue({ subject: caName, pair: ca, by: root, now })
    const leaf = await issue({
      subject: `CN=${named} A01 simulated, O=No hardware`,
      pair: gpu,
      by: ca,
      issuer: caName,
      now,
    })
    const chain = [leaf, middle, rootCertificate].map((each) => each.toString('pem')).join('\n')
    return { pair: gpu, certificate: Buffer.from(`${chain}\n`).toString('base64') }
  }

  async function shownGpu(nonce: string, plan: GpuPlan, index: number): Promise<ShownGpu> {
    const { chip = 'GH100', named = chip } = plan
    const name = `${chip} ${named} ${index}`
    const gpu = made.get(name) ?? makeGpu(chip, named)
    made.set(name, gpu)
    const { pair, certificate } = await gpu
    const key = plan.signedBy === 'stranger' ? await newPair() : pair
    return { certificate, evidence: exchange(plan.nonce ?? nonce, key).toString('base64') }
  }

  return {
    rootPem,
    async evidence(nonce, plan = {}) {
      const numbers = Array.from({ length: gpus }, (_, index) => index)
      const shown = await Promise.all(numbers.map((index) => shownGpu(nonce, plan, index)))
      const [first] = shown
      return plan.isShownTwice && first ? [first, first] : shown
    },
  }
}

function newPair(): Promise<Pair> {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

interface IssueInput {
  readonly subject: string
  readonly pair: Pair
  readonly by: Pair
  /** The subject of a GPU's own certificate; without it, the certificate is for a CA below the root. */
  readonly issuer?: string
  readonly now: Date
}

function issue({ subject, pair, by, issuer, now }: IssueInput) {
  const isCa = issuer === undefined
  return X509CertificateGenerator.create({
    subject,
    issuer: issuer ?? rootName,
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + 30 * day),
    publicKey: pair.publicKey,
    signingKey: by.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [
      new BasicConstraintsExtension(isCa, undefined, true),
      new KeyUsagesExtension(
        isCa ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature,
        true,
      ),
    ],
  })
}

/** Request and response of SPDM 1.1, with one measurement, and the signature over both. */
function exchange(nonce: string, { privateKey }: Pair): Buffer {
  const request = Buffer.concat([bytes(0x11, 0xe0, 0, 0), Buffer.from(nonce, 'hex'), bytes(0)])
  const value = Buffer.alloc(48, 0x5a)
  const block = Buffer.concat([bytes(1, 1, 51, 0), bytes(1, 48, 0), value])
  const driver = Buffer.from('570.00\0')
  const opaque = Buffer.concat([bytes(3, 0, driver.length, 0), driver])
  const signed = Buffer.concat([
    request,
    bytes(0x11, 0x60, 0, 0, 1, block.length, 0, 0),
    block,
    randomBytes(32),
    bytes(opaque.length, 0),
    opaque,
  ])
  const key = KeyObject.from(privateKey)
  return Buffer.concat([signed, sign('sha384', signed, { key, dsaEncoding: 'ieee-p1363' })])
}

function bytes(...values: readonly number[]): Buffer {
  return Buffer.from(values)
}
