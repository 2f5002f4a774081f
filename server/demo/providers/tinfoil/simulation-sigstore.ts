import 'reflect-metadata'
import { KeyObject, createHash, randomBytes, sign, webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509'
import { canonicalJson } from '#shared/canonical-json.ts'
import { writeOctets, writeText } from '../../enclave/hardware/write-der.ts'

/** What a workflow signs, and as whom. */
export interface SimulatedStatement {
  /** `owner/name`. */
  readonly repository: string
  readonly tag: string
  readonly predicateType: string
  readonly predicate: object
  /** SHA-256 of the release, in hex. */
  readonly digest: string
}

/** Sigstore's public service under keys of its own: nothing that knows the real keys accepts what it signs. */
export interface SimulatedSigstore {
  /** As the list of keys that readers are given. */
  readonly trustedRoot: object
  /** A bundle, JSON text. */
  sign(statement: SimulatedStatement): Promise<string>
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const day = 24 * 3_600_000
const fulcio = '1.3.6.1.4.1.57264.1'
const timestamps = '1.3.6.1.4.1.11129.2.4.2'
const authorityName = 'CN=Countersign SIMULATION signer of code, O=Nobody'
const logHost = 'log.simulation.invalid'

export async function makeSimulatedSigstore(now: Date): Promise<SimulatedSigstore> {
  const [authority, log, certificateLog] = await Promise.all([newPair(), newPair(), newPair()])
  const from = new Date(now.getTime() - day)
  const root = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: authorityName,
    notBefore: from,
    notAfter: new Date(now.getTime() + 30 * day),
    keys: authority,
    signingAlgorithm: ecdsa,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })
  const validFor = { start: from.toISOString() }
  const logOf = (pair: webcrypto.CryptoKeyPair) => ({
    baseUrl: `https://${logHost}`,
    publicKey: { rawBytes: spkiOf(pair).toString('base64'), validFor },
    logId: { keyId: idOf(pair).toString('base64') },
  })

  return {
    trustedRoot: {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [logOf(log)],
      certificateAuthorities: [
        {
          certChain: { certificates: [{ rawBytes: Buffer.from(root.rawData).toString('base64') }] },
          validFor,
        },
      ],
      ctlogs: [logOf(certificateLog)],
    },
    async sign(statement) {
      const signer = await newPair()
      const certificate = await certify(signer, statement, { authority, certificateLog, now })
      const payloadType = 'application/vnd.in-toto+json'
      const payload = Buffer.from(
        JSON.stringify({
          _type: 'https://in-toto.io/Statement/v1',
          subject: [{ name: 'release', digest: { sha256: statement.digest } }],
          predicateType: statement.predicateType,
          predicate: statement.predicate,
        }),
      )
      const head = `DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} `
      const signature = signed(signer, Buffer.concat([Buffer.from(head), payload]))
      const entry = logEntry({ certificate, payload, signature, log, now })
      return JSON.stringify({
        mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
        verificationMaterial: {
          certificate: { rawBytes: Buffer.from(certificate.rawData).toString('base64') },
          tlogEntries: [entry],
        },
        dsseEnvelope: {
          payload: payload.toString('base64'),
          payloadType,
          signatures: [{ sig: signature.toString('base64') }],
        },
      })
    },
  }
}

interface Issuing {
  readonly authority: webcrypto.CryptoKeyPair
  readonly certificateLog: webcrypto.CryptoKeyPair
  readonly now: Date
}

/** The certificate of a workflow's run, in the log of certificates before it is issued. */
async function certify(
  signer: webcrypto.CryptoKeyPair,
  { repository, tag }: SimulatedStatement,
  { authority, certificateLog, now }: Issuing,
): Promise<X509Certificate> {
  const home = `https://github.com/${repository}`
  const ref = `refs/tags/${tag}`
  const said = (member: number, text: string) =>
    new Extension(`${fulcio}.${member}`, false, writeText(text))
  const serialNumber = `4${randomBytes(15).toString('hex').slice(1)}`
  const issue = (more: readonly Extension[]) =>
    X509CertificateGenerator.create({
      serialNumber,
      subject: '',
      issuer: authorityName,
      notBefore: new Date(now.getTime() - 60_000),
      notAfter: new Date(now.getTime() + 540_000),
      publicKey: signer.publicKey,
      signingKey: authority.privateKey,
      signingAlgorithm: ecdsa,
      extensions: [
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.3']),
        new SubjectAlternativeNameExtension(
          [{ type: 'url', value: `${home}/.github/workflows/release.yml@${ref}` }],
          true,
        ),
        said(8, 'https://token.actions.githubusercontent.com'),
        said(11, 'github-hosted'),
        said(12, home),
        said(14, ref),
        ...more,
      ],
    })
  const before = Buffer.from((await issue([])).rawData)
  // Both lengths take two bytes: of the certificate, and of the part that is signed.
  const content = before.subarray(4, 8 + before.readUInt16BE(6))
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(now.getTime()))
  const issuer = createHash('sha256').update(spkiOf(authority)).digest()
  const logged = Buffer.concat([
    Buffer.from([0, 0]),
    time,
    Buffer.from([0, 1]),
    issuer,
    Buffer.from([0, content.length >> 8, content.length & 0xff]),
    content,
    Buffer.from([0, 0]),
  ])
  const timestamp = Buffer.concat([
    Buffer.from([0]),
    idOf(certificateLog),
    time,
    Buffer.from([0, 0, 4, 3]),
    withLength(signed(certificateLog, logged)),
  ])
  const list = withLength(withLength(timestamp))
  return issue([new Extension(timestamps, false, writeOctets(list))])
}

interface Logged {
  readonly certificate: X509Certificate
  readonly payload: Buffer
  readonly signature: Buffer
  readonly log: webcrypto.CryptoKeyPair
  readonly now: Date
}

/** The only entry of a log of one entry. */
function logEntry({ certificate, payload, signature, log, now }: Logged) {
  const body = Buffer.from(
    canonicalJson({
      apiVersion: '0.0.1',
      kind: 'dsse',
      spec: {
        payloadHash: {
          algorithm: 'sha256',
          value: createHash('sha256').update(payload).digest('hex'),
        },
        signatures: [
          {
            signature: signature.toString('base64'),
            verifier: Buffer.from(certificate.toString('pem')).toString('base64'),
          },
        ],
      },
    }),
  )
  const logId = idOf(log)
  const integratedTime = Math.floor(now.getTime() / 1000)
  const promised = canonicalJson({
    body: body.toString('base64'),
    integratedTime,
    logID: logId.toString('hex'),
    logIndex: 0,
  })
  const rootHash = createHash('sha256')
    .update(Buffer.from([0]))
    .update(body)
    .digest()
  const checkpoint = `${logHost} - 1\n1\n${rootHash.toString('base64')}\n`
  const hint = Buffer.concat([logId.subarray(0, 4), signed(log, Buffer.from(checkpoint))])
  return {
    logIndex: '0',
    logId: { keyId: logId.toString('base64') },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(integratedTime),
    inclusionPromise: {
      signedEntryTimestamp: signed(log, Buffer.from(promised)).toString('base64'),
    },
    inclusionProof: {
      logIndex: '0',
      rootHash: rootHash.toString('base64'),
      treeSize: '1',
      hashes: [],
      checkpoint: { envelope: `${checkpoint}\n— ${logHost} ${hint.toString('base64')}\n` },
    },
    canonicalizedBody: body.toString('base64'),
  }
}

function newPair(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
}

function spkiOf({ publicKey }: webcrypto.CryptoKeyPair): Buffer {
  return KeyObject.from(publicKey).export({ format: 'der', type: 'spki' })
}

/** Logs are named by the digest of their key. */
function idOf(pair: webcrypto.CryptoKeyPair): Buffer {
  return createHash('sha256').update(spkiOf(pair)).digest()
}

/** DER. */
function signed({ privateKey }: webcrypto.CryptoKeyPair, bytes: Uint8Array): Buffer {
  return sign('sha256', bytes, KeyObject.from(privateKey))
}

function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
