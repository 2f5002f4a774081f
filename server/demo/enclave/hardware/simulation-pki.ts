import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
  cryptoProvider,
  type X509Certificate,
} from '@peculiar/x509'
import { writeEnumerated, writeInteger, writeOctets, writeOid, writeSequence } from './write-der.ts'

cryptoProvider.set(webcrypto as unknown as Crypto)

/** What differs from a platform in order; every member breaks one thing. */
export interface PkiPlan {
  /** 12 uppercase hex digits. */
  readonly fmspc?: string
  readonly pckNotAfter?: Date
  readonly pckIssuedBy?: 'platform-ca' | 'stranger'
  readonly caMayIssue?: boolean
  readonly revoked?: 'pck' | 'platform-ca' | 'tcb-signing'
  readonly crlNextUpdate?: Date
  readonly crlsSignedBy?: 'issuer' | 'stranger'
  readonly tcbSignerName?: string
}

export interface SimulationPki {
  readonly rootDer: Uint8Array
  readonly rootPem: string
  /** PCK certificate, platform CA, root. */
  readonly pckChainPem: string
  /** TCB signer, root. */
  readonly tcbChainPem: string
  readonly pckKey: KeyObject
  readonly tcbSigningKey: KeyObject
  readonly strangerKey: KeyObject
  readonly rootCrl: Uint8Array
  readonly pckCrl: Uint8Array
  readonly fmspc: string
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const hour = 3_600_000
const day = 24 * hour
const sgx = '1.2.840.113741.1.13.1'
const crlNumber = '2.5.29.20'

/** Security versions of the simulated platform. */
export const platformSvn = { cpu: 4, pce: 11 }

interface Pair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/**
 * A public key infrastructure in the image of Intel's, under a root of its own: nothing that knows
 * Intel's root accepts it (PROTOCOL.md §3).
 */
export async function makeSimulationPki(now: Date, plan: PkiPlan = {}): Promise<SimulationPki> {
  const root = await newPair()
  const ca = await newPair()
  const pck = await newPair()
  const signer = await newPair()
  const stranger = await newPair()
  const fmspc = plan.fmspc ?? '90C06F000000'
  const rootName = 'CN=Countersign SIMULATION Root CA, O=No hardware'
  const caName = 'CN=Countersign SIMULATION PCK Platform CA, O=No hardware'
  const issue = (input: IssueInput) => issueCertificate(input, now)

  const rootCertificate = await issue({
    subject: rootName,
    pair: root,
    issuer: rootName,
    by: root,
    ca: true,
  })
  const caCertificate = await issue({
    subject: caName,
    pair: ca,
    issuer: rootName,
    by: root,
    ca: plan.caMayIssue ?? true,
  })
  const pckCertificate = await issue({
    subject: 'CN=Simulated PCK Certificate, O=No hardware',
    pair: pck,
    issuer: caName,
    by: plan.pckIssuedBy === 'stranger' ? stranger : ca,
    ca: false,
    extension: sgxExtension(fmspc),
    ...(plan.pckNotAfter ? { notAfter: plan.pckNotAfter } : {}),
  })
  const signerCertificate = await issue({
    subject: `CN=${plan.tcbSignerName ?? 'Intel SGX TCB Signing'}, O=No hardware`,
    pair: signer,
    issuer: rootName,
    by: root,
    ca: false,
  })

  const nextUpdate = plan.crlNextUpdate ?? new Date(now.getTime() + 20 * day)
  const crl = (issuer: string, by: Pair, revoked: readonly X509Certificate[]) =>
    issueCrl({
      issuer,
      by: plan.crlsSignedBy === 'stranger' ? stranger : by,
      revoked,
      nextUpdate,
      now,
    })
  return {
    rootDer: new Uint8Array(rootCertificate.rawData),
    rootPem: rootCertificate.toString('pem'),
    pckChainPem: pem([pckCertificate, caCertificate, rootCertificate]),
    tcbChainPem: pem([signerCertificate, rootCertificate]),
    pckKey: KeyObject.from(pck.privateKey),
    tcbSigningKey: KeyObject.from(signer.privateKey),
    strangerKey: KeyObject.from(stranger.privateKey),
    rootCrl: await crl(rootName, root, [
      ...(plan.revoked === 'platform-ca' ? [caCertificate] : []),
      ...(plan.revoked === 'tcb-signing' ? [signerCertificate] : []),
    ]),
    pckCrl: await crl(caName, ca, plan.revoked === 'pck' ? [pckCertificate] : []),
    fmspc,
  }
}

function newPair(): Promise<Pair> {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

interface IssueInput {
  readonly subject: string
  readonly pair: Pair
  readonly issuer: string
  readonly by: Pair
  readonly ca: boolean
  readonly notAfter?: Date
  readonly extension?: Extension
}

async function issueCertificate(input: IssueInput, now: Date): Promise<X509Certificate> {
  const usage = input.ca
    ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
    : KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation
  return X509CertificateGenerator.create({
    subject: input.subject,
    issuer: input.issuer,
    notBefore: new Date(now.getTime() - day),
    notAfter: input.notAfter ?? new Date(now.getTime() + 30 * day),
    publicKey: input.pair.publicKey,
    signingKey: input.by.privateKey,
    signingAlgorithm: ecdsa,
    extensions: [
      await AuthorityKeyIdentifierExtension.create(input.by.publicKey),
      await SubjectKeyIdentifierExtension.create(input.pair.publicKey),
      new BasicConstraintsExtension(input.ca, undefined, true),
      // A CA that may not issue still signs its CRL.
      new KeyUsagesExtension(input.ca ? usage : usage | KeyUsageFlags.cRLSign, true),
      ...(input.extension ? [input.extension] : []),
    ],
  })
}

interface CrlInput {
  readonly issuer: string
  readonly by: Pair
  readonly revoked: readonly X509Certificate[]
  readonly nextUpdate: Date
  readonly now: Date
}

async function issueCrl({ issuer, by, revoked, nextUpdate, now }: CrlInput): Promise<Uint8Array> {
  const revocationDate = new Date(now.getTime() - hour)
  const crl = await X509CrlGenerator.create({
    issuer,
    thisUpdate: new Date(now.getTime() - 2 * hour),
    nextUpdate,
    entries: revoked.map(({ serialNumber }) => ({ serialNumber, revocationDate })),
    // Strict readers take no list without its number and its issuer's key.
    extensions: [
      await AuthorityKeyIdentifierExtension.create(by.publicKey),
      new Extension(crlNumber, false, writeInteger(1)),
    ],
    signingKey: by.privateKey,
    signingAlgorithm: ecdsa,
  })
  return new Uint8Array(crl.rawData)
}

/** What a PCK certificate says of its platform (PROTOCOL.md §3.2). */
function sgxExtension(fmspc: string): Extension {
  const member = (suffix: string, content: Uint8Array) =>
    writeSequence(writeOid(`${sgx}.${suffix}`), content)
  const components = Array.from({ length: 16 }, (_, index) =>
    member(`2.${index + 1}`, writeInteger(platformSvn.cpu)),
  )
  const tcb = writeSequence(
    ...components,
    member('2.17', writeInteger(platformSvn.pce)),
    member('2.18', writeOctets(Buffer.alloc(16, platformSvn.cpu))),
  )
  const content = writeSequence(
    member('1', writeOctets(Buffer.alloc(16))),
    member('2', tcb),
    member('3', writeOctets(Buffer.alloc(2))),
    member('4', writeOctets(Buffer.from(fmspc, 'hex'))),
    member('5', writeEnumerated(0)),
  )
  return new Extension(sgx, false, content)
}

function pem(certificates: readonly X509Certificate[]): string {
  return certificates.map((certificate) => `${certificate.toString('pem')}\n`).join('')
}
