import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  parseCollateral,
  type CollateralDocument,
} from '#shared/attestation/quote/parse-collateral.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { intelRoot, verifyQuote } from '#shared/attestation/quote/verify-quote.ts'
import { parseSnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import { statedSnpPolicy } from '#shared/attestation/sev-snp/snp-policy.ts'
import { verifySnpReport } from '#shared/attestation/sev-snp/verify-snp-report.ts'
import { parseBundle } from '#shared/attestation/sigstore/parse-bundle.ts'
import { parseTrustedRoot } from '#shared/attestation/sigstore/parse-trusted-root.ts'
import shippedList from '#shared/attestation/sigstore/shipped-trusted-root.json' with { type: 'json' }
import { verifyBundle } from '#shared/attestation/sigstore/verify-bundle.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { evidenceOf, flippedBase64, flippedHex } from '../../support/providers/judge-changed.ts'
import { hasRecordings, withoutRecordings } from '../../support/providers/provider-recordings.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../support/shared-fixture.ts'
import {
  buildSecondOpinions,
  hasGo,
  withoutGo,
  type SecondOpinionCase,
} from '../../support/providers/second-opinions.ts'

/** A check, of a quote or of other evidence. */
interface Judged {
  readonly status: string
}

interface Compared {
  readonly name: string
  readonly theirs: SecondOpinionCase
  readonly ours: () => readonly Judged[]
}

/** Every 37th byte: each field of a report or a quote is met. */
const step = 37

describe.skipIf(!hasGo)(`published Go libraries${withoutGo}`, () => {
  const judge = hasGo ? buildSecondOpinions() : () => []

  /** Both accept what is true, and we refuse whatever the library refuses. */
  function compare([honest, ...changed]: readonly Compared[]): void {
    if (honest === undefined) throw new Error('there is nothing to compare')
    const [first, ...opinions] = judge([honest, ...changed].map(({ theirs }) => theirs))
    expect(first, honest.name).toBe('')
    expect(isRefused(honest.ours), honest.name).toBe(false)
    expect(opinions.filter((objection) => objection !== '').length).toBeGreaterThan(0)
    changed.forEach(({ name, ours }, index) => {
      const objection = opinions[index] ?? ''
      if (objection !== '') expect(isRefused(ours), `${name}: ${objection}`).toBe(true)
    })
  }

  // The library reads no certificates of Turin's chips.
  test('go-sev-guest and we agree about a report of Genoa', () => {
    const { quote, chain } = snpVector('genoa')
    compare(
      withFlips(quote).map(([name, shown]) => ({
        name,
        theirs: { kind: 'snp', at: march, shown, chain, product: 'Genoa' },
        ours: () => snpChecks(shown, chain),
      })),
    )
  })

  test.skipIf(!hasFixtures).each(['real_near_mpc_tdx.json', 'dcap_qvl_sample_tdx.json'])(
    `go-tdx-guest and we agree about %s${withoutFixtures}`,
    (file) => {
      const { quote, collateral, verification_time: at } = readFixture<RealQuote>(file)
      compare(
        withFlips(quote).map(([name, shown]) => ({
          name,
          theirs: { kind: 'tdx', at, shown },
          ours: () => tdxChecks(shown, collateral, at),
        })),
      )
    },
  )

  test.skipIf(!hasRecordings)(
    `sigstore-go and we agree about a statement of Tinfoil's${withoutRecordings}`,
    () => {
      const { code, nowSeconds: at } = evidenceOf('tinfoil-direct-2026-06-29')
      const bundle = JSON.parse(code?.bundles[0] ?? '{}') as Bundle
      const subject = code?.digest ?? ''
      const { document: trusted_root, asOf } = shippedList
      const root = parseTrustedRoot(trusted_root, asOf)
      const changedBundles = changesOf(bundle)
      compare(
        changedBundles.map(([name, changed]) => ({
          name,
          theirs: {
            kind: 'sigstore',
            at,
            bundle: changed,
            trusted_root,
            digest: subject,
            repository,
          },
          ours: () => {
            const text = JSON.stringify(changed)
            const given = { bundle: parseBundle(text), root, subject, nowSeconds: at }
            return verifyBundle(given, {
              repository,
              refPrefix: 'refs/tags/',
              predicateTypes: ['https://tinfoil.sh/predicate/snp-tdx-multiplatform/v1'],
            })
          },
        })),
      )
    },
  )
})

function isRefused(judged: () => readonly Judged[]): boolean {
  try {
    return judged().some(({ status }) => status === 'fail')
  } catch {
    return true
  }
}

/** The true one first, then one bit changed in each of many places. */
function withFlips(hex: string): readonly (readonly [name: string, hex: string])[] {
  const places = Array.from({ length: Math.floor(hex.length / 2 / step) }, (_, at) => at * step)
  return [
    ['as it is', hex],
    ...places.map((at) => [`byte ${at} changed`, flippedHex(hex, at)] as const),
  ]
}

/** Certificates of the vectors begin on 5 February 2026. */
const march = Date.parse('2026-03-01') / 1000

function snpVector(name: string): { readonly quote: string; readonly chain: string } {
  const path = join(import.meta.dirname, '../../vectors/sev-snp.microsoft.json')
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as {
    cases: readonly { name: string; quote: string; chain: string }[]
  }
  const found = cases.find((each) => each.name === name)
  if (found === undefined) throw new Error(`there is no report ${name}`)
  return found
}

function snpChecks(shown: string, chain: string): readonly Judged[] {
  const [vcek = '', ask = '', ark = ''] =
    chain.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? []
  const der = Buffer.from(vcek.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  const report = parseSnpReport(parseHex(shown))
  const lowest = { fmc: 0, bootloader: 0, tee: 0, snp: 0, microcode: 0 }
  const minimum = { tcb: lowest, firmware: { major: 0, minor: 0, build: 0 } }
  return verifySnpReport(
    {
      report,
      endorsement: { vcek: new Uint8Array(der), chain: `${ask}\n${ark}\n`, crl: null },
      expectedReportData: report.reportData,
      nowSeconds: march,
    },
    { ...statedSnpPolicy, minimums: { Genoa: minimum, Turin: minimum } },
  )
}

interface RealQuote {
  readonly quote: string
  readonly verification_time: number
  readonly collateral: CollateralDocument
}

function tdxChecks(shown: string, collateral: CollateralDocument, at: number): readonly Judged[] {
  const quote = parseQuote(parseHex(shown))
  return verifyQuote(
    {
      quote,
      collateral: parseCollateral(collateral),
      expectedReportData: quote.td.reportData,
      nowSeconds: at,
    },
    { root: intelRoot, acceptedTcbStatuses: new Set(['UpToDate']) },
  )
}

const repository = 'tinfoilsh/confidential-gemma4-31b'

interface Bundle {
  readonly dsseEnvelope: {
    payload: string
    readonly signatures: readonly { sig: string }[]
  }
  readonly verificationMaterial: {
    readonly certificate: { rawBytes: string }
    readonly tlogEntries: readonly {
      logIndex: string
      integratedTime: string
      canonicalizedBody: string
      readonly inclusionPromise: { signedEntryTimestamp: string }
      readonly inclusionProof: { rootHash: string; readonly hashes: string[] }
    }[]
  }
}

function changesOf(bundle: Bundle): readonly (readonly [name: string, bundle: Bundle])[] {
  const changed = (
    change: (copy: Bundle, entry: Bundle['verificationMaterial']['tlogEntries'][0]) => void,
  ) => {
    const copy = structuredClone(bundle)
    const [entry] = copy.verificationMaterial.tlogEntries
    if (entry !== undefined) change(copy, entry)
    return copy
  }
  const flip = <Name extends string>(holder: Record<Name, string>, name: Name, at: number) => {
    holder[name] = flippedBase64(holder[name], at)
  }
  return [
    ['as it is', bundle],
    ['the statement', changed((it) => flip(it.dsseEnvelope, 'payload', 90))],
    [
      'the signature',
      changed((it) => it.dsseEnvelope.signatures.forEach((each) => flip(each, 'sig', -1))),
    ],
    ['the certificate', changed((it) => flip(it.verificationMaterial.certificate, 'rawBytes', -1))],
    ['the place in the log', changed((_, entry) => void (entry.logIndex = '7'))],
    [
      'the time',
      changed((_, entry) => void (entry.integratedTime = String(Number(entry.integratedTime) + 1))),
    ],
    [
      'the promise',
      changed((_, entry) => flip(entry.inclusionPromise, 'signedEntryTimestamp', -1)),
    ],
    ['the root of the proof', changed((_, entry) => flip(entry.inclusionProof, 'rootHash', 0))],
    ['what was logged', changed((_, entry) => flip(entry, 'canonicalizedBody', 60))],
  ]
}
