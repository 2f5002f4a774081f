import { X509Certificate, createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/** How the service misbehaves. */
type NrasLie =
  | 'says-no'
  | 'another-nonce'
  | 'another-key'
  | 'another-gpu'
  | 'no-json'
  | 'status-500'

interface AskedAbout {
  readonly nonce: string
  readonly arch: string
  readonly evidence_list: readonly { readonly certificate: string; readonly evidence: string }[]
}

export interface SimulatedNras {
  readonly url: string
  /** Bodies of requests, as they came. */
  readonly asked: AskedAbout[]
  lie(how: NrasLie | null): void
  close(): Promise<void>
}

const issuer = 'https://nras.attestation.nvidia.com'
const kid = 'key-of-a-test'

/** A service that answers as NVIDIA's does, with a key of its own that nobody certified. It looks at no evidence. */
export async function startNras(): Promise<SimulatedNras> {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const asked: AskedAbout[] = []
  let lie: NrasLie | null = null
  const app = fastify({ bodyLimit: 8 * 1024 * 1024, forceCloseConnections: true })

  app.post('/v3/attest/gpu', (request, reply) => {
    const about = request.body as AskedAbout
    asked.push(about)
    if (lie === 'status-500') return reply.code(500).send()
    if (lie === 'no-json') return reply.send('none')
    return reply.send(
      opinionOn(about, lie, lie === 'another-key' ? stranger.privateKey : own.privateKey),
    )
  })
  app.get('/.well-known/jwks.json', () => {
    const jwk = own.publicKey.export({ format: 'jwk' })
    return {
      keys: [
        { ...jwk, kid, x5c: [] },
        { ...jwk, kid: 'of-yesterday', x5c: [] },
      ],
    }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    asked,
    lie(how) {
      lie = how
    },
    close: () => app.close(),
  }
}

function opinionOn({ nonce, evidence_list }: AskedAbout, lie: NrasLie | null, key: KeyObject) {
  const now = Math.floor(Date.now() / 1000)
  const always = { iss: issuer, iat: now, nbf: now, exp: now + 3_600 }
  const isGood = lie !== 'says-no'
  const tokens = evidence_list.map(({ certificate }, index) => {
    const { serialNumber } = new X509Certificate(Buffer.from(certificate, 'base64'))
    return [
      `GPU-${index}`,
      token(key, {
        ...always,
        ueid: lie === 'another-gpu' ? '7' : BigInt(`0x${serialNumber}`).toString(),
        measres: isGood ? 'success' : 'fail',
        dbgstat: 'disabled',
        secboot: true,
        'x-nvidia-gpu-attestation-report-nonce-match': true,
        'x-nvidia-gpu-attestation-report-signature-verified': true,
        'x-nvidia-gpu-attestation-report-cert-chain-validated': true,
      }),
    ] as const
  })
  const overall = token(key, {
    ...always,
    eat_nonce: lie === 'another-nonce' ? '11'.repeat(32) : nonce,
    'x-nvidia-overall-att-result': isGood,
    submods: Object.fromEntries(
      tokens.map(([name, text]) => [name, ['DIGEST', ['SHA-256', sha256(text)]]]),
    ),
  })
  return [['JWT', overall], Object.fromEntries(tokens)]
}

function token(key: KeyObject, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ kid, alg: 'ES384' })}.${part(claims)}`
  const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
