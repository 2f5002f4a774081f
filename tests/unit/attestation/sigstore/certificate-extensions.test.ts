import { expect, test } from 'vitest'
import type { X509 } from '#shared/attestation/certificates/parse-x509.ts'
import { parseBundle } from '#shared/attestation/sigstore/parse-bundle.ts'
import { parseTrustedRoot } from '#shared/attestation/sigstore/parse-trusted-root.ts'
import { verifyBundle } from '#shared/attestation/sigstore/verify-bundle.ts'
import { makeSimulatedSigstore } from '../../../../server/demo/providers/tinfoil/simulation-sigstore.ts'

const now = new Date()
const nowSeconds = Math.floor(now.getTime() / 1000)
const repository = 'somebody/something'
const predicateType = 'https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1'
const sigstore = await makeSimulatedSigstore(now)
const statement = { repository, tag: 'v1', predicateType, predicate: {}, digest: '11'.repeat(32) }
const text = await sigstore.sign(statement)
const root = parseTrustedRoot(sigstore.trustedRoot, nowSeconds)

/** Names of what fails where one extension has other bytes, and the rest of the certificate is as it was signed. */
function failuresWith(oid: string, change: (content: Buffer) => Buffer): readonly string[] {
  return failuresOf(({ extensions }) => {
    const changed = Uint8Array.from(change(Buffer.from(extensions.get(oid) ?? [])))
    return { extensions: new Map([...extensions, [oid, changed]]) }
  })
}

/** Names of what fails where the certificate says other than what was signed. */
function failuresOf(change: (certificate: X509) => Partial<X509>): readonly string[] {
  const bundle = parseBundle(text)
  const certificate = { ...bundle.certificate, ...change(bundle.certificate) }
  return verifyBundle(
    {
      bundle: { ...bundle, certificate },
      root,
      subject: null,
      nowSeconds,
    },
    { repository, refPrefix: 'refs/tags/', predicateTypes: [predicateType] },
  )
    .filter(({ status }) => status === 'fail')
    .map(({ id }) => id)
}

test.each<[string, string, string, string]>([
  ['2.5.29.17', 'refs/tags/', 'refs/head/', 'repository'],
  ['2.5.29.17', 'somebody/something', 'somebody/different', 'repository'],
  ['1.3.6.1.4.1.57264.1.12', 'somebody/something', 'somebody/different', 'repository'],
  ['1.3.6.1.4.1.57264.1.14', 'refs/tags/', 'refs/head/', 'repository'],
  ['1.3.6.1.4.1.57264.1.11', 'github-hosted', 'other-than-it', 'runner'],
  ['1.3.6.1.4.1.57264.1.8', 'githubusercontent', 'githubusercontenu', 'issuer'],
])('a certificate whose extension %s says another than %s is refused', (oid, found, said, id) => {
  const change = (content: Buffer) => {
    const words = content.toString('latin1')
    expect(words).toContain(found)
    return Buffer.from(words.replace(found, said), 'latin1')
  }
  expect(failuresWith(oid, change)).toEqual([`sigstore.${id}`])
})

const without = (oid: string) => (certificate: X509) => ({
  extensions: new Map([...certificate.extensions].filter(([id]) => id !== oid)),
})

test.each<[string, string, (certificate: X509) => Partial<X509>]>([
  ['is an authority’s', 'certificate', () => ({ isCa: true })],
  ['may not sign', 'certificate', () => ({ usage: 0 })],
  ['may not sign code', 'certificate', without('2.5.29.37')],
  ['is in no log of certificates', 'certificate-log', without('1.3.6.1.4.1.11129.2.4.2')],
])('a certificate that %s is refused', (_what, id, change) => {
  expect(failuresOf(change)).toEqual([`sigstore.${id}`])
})

test('a certificate with a second name, or a second ref in its name, is refused', () => {
  const names = '2.5.29.17'
  const lengthOf = ({ length }: Buffer) =>
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255]
  const sequence = (tag: number, content: Buffer) =>
    Buffer.concat([Buffer.from([tag, ...lengthOf(content)]), content])
  const uriIn = (content: Buffer) => content.subarray(content.indexOf('https://'))
  const named = (...uris: readonly Buffer[]) =>
    sequence(0x30, Buffer.concat(uris.map((uri) => sequence(0x86, uri))))
  const more = Buffer.from('@refs/tags/v9')
  const of = (change: (uri: Buffer) => Buffer) =>
    failuresWith(names, (content) => change(uriIn(content)))
  expect(of((uri) => named(uri))).toEqual([])
  expect(of((uri) => named(uri, uri))).toEqual(['sigstore.repository'])
  expect(of((uri) => named(Buffer.concat([uri, more])))).toEqual(['sigstore.repository'])
})

test.each([
  ['signature', -1],
  ['time', 46],
  ['log', 12],
])('a timestamp of a log of certificates with another %s does not count', (_name, at) => {
  const flip = (content: Buffer) => {
    const place = at < 0 ? content.length + at : at
    content[place] = (content[place] ?? 0) ^ 1
    return content
  }
  expect(failuresWith('1.3.6.1.4.1.11129.2.4.2', flip)).toEqual(['sigstore.certificate-log'])
})
