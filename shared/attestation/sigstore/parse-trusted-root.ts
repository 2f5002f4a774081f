import { base64 } from '@scure/base'
import * as Type from 'typebox'
import { bytesToHex } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import * as sigstoreReasons from '../../words/english/evidence/sigstore-reasons.ts'
import { parseX509, type X509 } from '../certificates/parse-x509.ts'
import { readPublicKey, type PublicKey } from '../certificates/public-key.ts'

/** Unix seconds; without an end it holds on. */
interface Validity {
  readonly from: number
  readonly until: number
}

export interface LogKey extends Validity {
  /** As entries name the log, in hex. */
  readonly id: string
  /** Its host, as it signs checkpoints. */
  readonly name: string
  readonly key: PublicKey
}

export interface CertificateAuthority extends Validity {
  /** Issuer of leaves first, root last. */
  readonly chain: readonly X509[]
}

/** The keys that a reader of Sigstore's bundles relies on. */
export interface TrustedRoot {
  /** Unix seconds of the day on which it was fetched. */
  readonly asOf: number
  readonly authorities: readonly CertificateAuthority[]
  readonly logs: readonly LogKey[]
  readonly certificateLogs: readonly LogKey[]
}

const ValidFor = Type.Object({ start: Type.String(), end: Type.Optional(Type.String()) })
const Log = Type.Object({
  baseUrl: Type.String({ pattern: '^https://[^/]+' }),
  publicKey: Type.Object({ rawBytes: Type.String(), validFor: ValidFor }),
  logId: Type.Object({ keyId: Type.String() }),
})

const TrustedRootSchema = Type.Object({
  mediaType: Type.Literal('application/vnd.dev.sigstore.trustedroot+json;version=0.1'),
  tlogs: Type.Array(Log),
  certificateAuthorities: Type.Array(
    Type.Object({
      certChain: Type.Object({
        certificates: Type.Array(Type.Object({ rawBytes: Type.String() }), { minItems: 1 }),
      }),
      validFor: ValidFor,
    }),
  ),
  ctlogs: Type.Array(Log),
})

/** @throws {FormatError} EVIDENCE_MALFORMED, CERTIFICATE_MALFORMED */
export function parseTrustedRoot(input: unknown, asOf: number): TrustedRoot {
  const document = checkShape(input, TrustedRootSchema, sigstoreReasons.trustedRoot)
  return {
    asOf,
    authorities: document.certificateAuthorities.map(({ certChain, validFor }) => ({
      chain: certChain.certificates.map(({ rawBytes }) => parseX509(decode(rawBytes))),
      ...readValidity(validFor),
    })),
    logs: document.tlogs.map(readLog),
    certificateLogs: document.ctlogs.map(readLog),
  }
}

function readLog({ baseUrl, publicKey, logId }: Type.Static<typeof Log>): LogKey {
  return {
    id: bytesToHex(decode(logId.keyId)),
    name: baseUrl.split('/')[2] ?? '',
    key: readPublicKey(decode(publicKey.rawBytes)),
    ...readValidity(publicKey.validFor),
  }
}

function readValidity({ start, end }: Type.Static<typeof ValidFor>): Validity {
  return {
    from: readSeconds(start),
    until: end === undefined ? Number.POSITIVE_INFINITY : readSeconds(end),
  }
}

function readSeconds(text: string): number {
  const seconds = Date.parse(text) / 1000
  if (!Number.isNaN(seconds)) return seconds
  throw new FormatError('EVIDENCE_MALFORMED', sigstoreReasons.trustedRootDate)
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch (cause) {
    throw new FormatError('EVIDENCE_MALFORMED', sigstoreReasons.trustedRootNotBase64, '', { cause })
  }
}
