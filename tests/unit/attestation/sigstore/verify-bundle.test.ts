import { describe, expect, test } from 'vitest'
import { parseBundle } from '#shared/attestation/sigstore/parse-bundle.ts'
import {
  parseTrustedRoot,
  type TrustedRoot,
} from '#shared/attestation/sigstore/parse-trusted-root.ts'
import shippedList from '#shared/attestation/sigstore/shipped-trusted-root.json' with { type: 'json' }
import { verifyBundle, type BundlePolicy } from '#shared/attestation/sigstore/verify-bundle.ts'
import { FormatError } from '#shared/errors.ts'
import { evidenceOf, flippedBase64 } from '../../../support/providers/judge-changed.ts'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'
import { treeRoot } from '../../../support/providers/tree-root.ts'

const { document, asOf } = shippedList
const shipped = parseTrustedRoot(document, asOf)

const accepted: BundlePolicy = {
  repository: 'tinfoilsh/confidential-gemma4-31b',
  refPrefix: 'refs/tags/',
  predicateTypes: ['https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1'],
}

interface Given {
  readonly root?: TrustedRoot
  readonly policy?: Partial<BundlePolicy>
  readonly at?: number
}

describe.skipIf(!hasRecordings)(`lies of a signed statement${withoutRecordings}`, () => {
  const evidence = hasRecordings ? evidenceOf('tinfoil-direct-2026-06-29') : null
  const text = evidence?.code?.bundles[0] ?? '{}'
  const other = evidence?.platform?.bundles[0] ?? '{}'
  const day = evidence?.nowSeconds ?? 0

  // oxlint-disable-next-line typescript/no-explicit-any -- a bundle is changed wherever a test likes
  type Open = any

  function failures(change: (bundle: Open, other: Open) => void, given: Given = {}) {
    const bundle = JSON.parse(text) as Open
    change(bundle, JSON.parse(other))
    try {
      return verifyBundle(
        {
          bundle: parseBundle(JSON.stringify(bundle)),
          root: given.root ?? shipped,
          subject: evidence?.code?.digest ?? null,
          nowSeconds: given.at ?? day,
        },
        { ...accepted, ...given.policy },
      )
        .filter(({ status }) => status === 'fail')
        .map(({ id }) => id.slice('sigstore.'.length))
    } catch (error) {
      if (error instanceof FormatError) return ['format']
      throw error
    }
  }

  const entry = (bundle: Open) => bundle.verificationMaterial.tlogEntries[0]
  function flip(holder: Open, member: string, at = 40): void {
    holder[member] = flippedBase64(holder[member], at)
  }

  test('the true one holds', () => {
    expect(failures(() => {})).toEqual([])
  })

  test.each<[string, (bundle: Open, other: Open) => void, readonly string[]]>([
    [
      'the statement',
      (it) => {
        const place = Buffer.from(it.dsseEnvelope.payload, 'base64').indexOf('snp_measurement') + 20
        flip(it.dsseEnvelope, 'payload', place)
      },
      ['signature', 'log-entry'],
    ],
    [
      'the type of the statement',
      (it) => {
        it.dsseEnvelope.payloadType = 'application/json'
      },
      ['signature', 'statement'],
    ],
    [
      'the signature',
      (it) => flip(it.dsseEnvelope.signatures[0], 'sig', -1),
      ['signature', 'log-entry'],
    ],
    [
      'the promise of the log',
      (it) => flip(entry(it).inclusionPromise, 'signedEntryTimestamp', -1),
      ['log-promise'],
    ],
    [
      'the place in the log',
      (it) => {
        entry(it).logIndex = '7'
      },
      ['log-promise'],
    ],
    [
      'the time, by a second',
      (it) => {
        entry(it).integratedTime = String(Number(entry(it).integratedTime) + 1)
      },
      ['log-promise'],
    ],
    [
      'the time, by an hour',
      (it) => {
        entry(it).integratedTime = String(Number(entry(it).integratedTime) + 3600)
      },
      ['certificate', 'log-promise'],
    ],
    [
      'a hash of the proof',
      (it) => flip(entry(it).inclusionProof.hashes, '3', 0),
      ['log-inclusion'],
    ],
    [
      'the number of hashes of the proof',
      (it) => entry(it).inclusionProof.hashes.pop(),
      ['log-inclusion'],
    ],
    [
      'the root of the proof',
      (it) => flip(entry(it).inclusionProof, 'rootHash', 0),
      ['log-inclusion'],
    ],
    [
      'the size of the tree',
      (it) => {
        entry(it).inclusionProof.treeSize = String(Number(entry(it).inclusionProof.treeSize) + 1)
      },
      ['log-inclusion'],
    ],
    [
      'the place in the tree',
      (it) => {
        entry(it).inclusionProof.logIndex = String(Number(entry(it).inclusionProof.logIndex) - 1)
      },
      ['log-inclusion'],
    ],
    [
      'who signed the checkpoint',
      (it) => {
        const { checkpoint } = entry(it).inclusionProof
        checkpoint.envelope = checkpoint.envelope.replace('\u2014 rekor', '\u2014 rekoR')
      },
      ['log-inclusion'],
    ],
    [
      'what stands under the checkpoint',
      (it) => {
        entry(it).inclusionProof.checkpoint.envelope += 'more'
      },
      ['log-inclusion'],
    ],
    [
      'the origin of the checkpoint',
      (it) => {
        const { checkpoint } = entry(it).inclusionProof
        checkpoint.envelope = checkpoint.envelope.replace('rekor', 'rekoR')
      },
      ['log-inclusion'],
    ],
    [
      'what the log holds',
      (it) => flip(entry(it), 'canonicalizedBody', 100),
      ['log-promise', 'log-inclusion'],
    ],
    [
      'the name of the log',
      (it) => flip(entry(it).logId, 'keyId', 31),
      ['log-promise', 'log-inclusion'],
    ],
    [
      'the certificate, in its signature',
      (it) => flip(it.verificationMaterial.certificate, 'rawBytes', -1),
      ['certificate', 'log-entry'],
    ],
    [
      'the entry, for that of another statement',
      (it, another) => {
        it.verificationMaterial.tlogEntries = another.verificationMaterial.tlogEntries
      },
      ['certificate', 'log-entry'],
    ],
    [
      'the certificate, for that of another repository',
      (it, another) => {
        it.verificationMaterial.certificate = another.verificationMaterial.certificate
      },
      ['certificate', 'signature', 'log-entry', 'repository'],
    ],
    [
      'the form of the bundle',
      (it) => {
        it.mediaType = 'application/vnd.dev.sigstore.bundle+json;version=0.1'
      },
      ['format'],
    ],
    [
      'the kind of the entry',
      (it) => {
        entry(it).kindVersion.version = '0.0.2'
      },
      ['format'],
    ],
    [
      'the number of entries',
      (it) => entry(it) && (it.verificationMaterial.tlogEntries = []),
      ['format'],
    ],
    [
      'the number of signatures',
      (it) => it.dsseEnvelope.signatures.push(it.dsseEnvelope.signatures[0]),
      ['format'],
    ],
  ])('a bundle with %s changed is refused by name', (_name, change, expected) => {
    expect(failures(change)).toEqual(expected)
  })

  test('every entry of the log must hold, not one of them', () => {
    const twice = (bundle: Open, change: (entry: Open) => void) => {
      const second = structuredClone(entry(bundle))
      change(second)
      bundle.verificationMaterial.tlogEntries.push(second)
    }
    expect(failures((it) => twice(it, () => {}))).toEqual([])
    const spoil = (second: Open) => flip(second.inclusionPromise, 'signedEntryTimestamp', -1)
    expect(failures((it) => twice(it, spoil))).toEqual(['log-promise'])
  })

  test('a proof that leads to another root than the log signed proves nothing', () => {
    const forged = (it: Open) => {
      const { inclusionProof: proof, canonicalizedBody: body } = entry(it)
      proof.hashes[0] = flippedBase64(proof.hashes[0], 0)
      proof.rootHash = treeRoot(body, proof)
    }
    expect(failures(forged)).toEqual(['log-inclusion'])
    // The way to the root is the right one: the true proof leads to the true root.
    const { inclusionProof: proof, canonicalizedBody: body } = entry(JSON.parse(text))
    expect(treeRoot(body, proof)).toBe(proof.rootHash)
  })

  test.each<[string, Given, readonly string[]]>([
    [
      'another repository',
      { policy: { repository: 'tinfoilsh/confidential-gemma4' } },
      ['repository'],
    ],
    ['branches alone', { policy: { refPrefix: 'refs/heads/' } }, ['repository']],
    ['other statements', { policy: { predicateTypes: [] } }, ['statement']],
    [
      'nobody who issues certificates',
      { root: { ...shipped, authorities: [] } },
      ['certificate', 'certificate-log'],
    ],
    ['no log of certificates', { root: { ...shipped, certificateLogs: [] } }, ['certificate-log']],
    ['no log', { root: { ...shipped, logs: [] } }, ['log-promise', 'log-inclusion']],
    [
      'keys of two years ago',
      { root: { ...shipped, asOf: day - 2 * 365 * 24 * 3600 } },
      ['trusted-root'],
    ],
    ['nothing that is later than now', { at: day - 60 * 24 * 3600 }, ['certificate']],
  ])('a reader who accepts %s refuses it by name', (_name, given, expected) => {
    expect(failures(() => {}, given)).toEqual(expected)
  })

  test('a log counts only while its key was in use', () => {
    const ended = (keys: TrustedRoot['logs']) =>
      keys.map((key) => ({ ...key, until: day - 365 * 24 * 3600 }))
    expect(failures(() => {}, { root: { ...shipped, logs: ended(shipped.logs) } })).toEqual([
      'log-promise',
      'log-inclusion',
    ])
    const certificateLogs = ended(shipped.certificateLogs)
    expect(failures(() => {}, { root: { ...shipped, certificateLogs } })).toEqual([
      'certificate-log',
    ])
  })
})
