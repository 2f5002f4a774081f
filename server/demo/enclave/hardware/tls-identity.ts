import 'reflect-metadata'
import { KeyObject, createHash, randomBytes, webcrypto } from 'node:crypto'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

/** A self-signed certificate for loopback. */
export interface TlsIdentity {
  readonly keyPem: string
  readonly certificatePem: string
  /** SHA-256 of the public key's SPKI, 64 hex digits. */
  readonly spki: string
}

const day = 24 * 3_600_000

export async function makeTlsIdentity(
  now: Date,
  namedCurve: 'P-256' | 'P-384' = 'P-256',
): Promise<TlsIdentity> {
  const ecdsa = { name: 'ECDSA', namedCurve, hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    // Replicas are told apart by whoever looks for an authority of this name.
    name: `CN=localhost, O=${randomBytes(8).toString('hex')}`,
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + 365 * day),
    keys,
    signingAlgorithm: ecdsa,
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  })
  const spki = KeyObject.from(keys.publicKey).export({ format: 'der', type: 'spki' })
  return {
    keyPem: KeyObject.from(keys.privateKey).export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificatePem: certificate.toString('pem'),
    spki: createHash('sha256').update(spki).digest('hex'),
  }
}
