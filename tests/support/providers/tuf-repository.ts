import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import canonicalize from 'canonicalize'

export interface TufRepository {
  /** What its server answers, by path. */
  readonly files: Map<string, string>
  /** Its first root, which a client starts from. */
  readonly root: string
}

/** A TUF repository of one target, whose four roles share a key. */
export function makeTufRepository(
  target: string,
  { name, expires }: { readonly name: string; readonly expires: Date },
): TufRepository {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const id = 'a'.repeat(64)
  const signed = (type: string, body: object, end: Date) => {
    const content = { _type: type, spec_version: '1.0.31', version: 1, ...body }
    const whole = { ...content, expires: end.toISOString().replace(/\.\d+/, '') }
    const sig = sign(null, Buffer.from(canonicalize(whole) ?? ''), privateKey).toString('hex')
    return JSON.stringify({ signed: whole, signatures: [{ keyid: id, sig }] })
  }
  const far = new Date('2100-01-01')
  const role = { keyids: [id], threshold: 1 }
  const root = signed(
    'root',
    {
      consistent_snapshot: false,
      keys: {
        [id]: {
          keytype: 'ed25519',
          scheme: 'ed25519',
          keyval: { public: Buffer.from(x, 'base64url').toString('hex') },
        },
      },
      roles: { root: role, timestamp: role, snapshot: role, targets: role },
    },
    far,
  )
  const sha256 = createHash('sha256').update(target).digest('hex')
  const targets = { [name]: { length: Buffer.byteLength(target), hashes: { sha256 } } }
  const files = new Map([
    [
      '/timestamp.json',
      signed('timestamp', { meta: { 'snapshot.json': { version: 1 } } }, expires),
    ],
    ['/snapshot.json', signed('snapshot', { meta: { 'targets.json': { version: 1 } } }, far)],
    ['/targets.json', signed('targets', { targets }, far)],
    [`/targets/${name}`, target],
  ])
  return { files, root }
}
