import { beforeAll, describe, expect, test } from 'vitest'
import { judgeEvidence } from '#shared/attestation/kinds/judge-evidence.ts'
import { tinfoilDirect } from '#shared/attestation/kinds/tinfoil/tinfoil-direct.ts'
import { tinfoilRouter } from '#shared/attestation/kinds/tinfoil/tinfoil-router.ts'
import { parseHex, utf8ToBytes } from '#shared/bytes/bytes.ts'
import { sha256Digest } from '#shared/digest.ts'
import { statedPolicy } from '#shared/attestation/kinds/stated-policy.ts'
import { documentOf, evidenceOf } from '../../../support/judge-changed.ts'
import {
  makeSnpChip,
  type SnpChip,
} from '../../../../server/demo/providers/tinfoil/simulation-snp.ts'
import { hasRecordings, withoutRecordings } from '../../../support/provider-recordings.ts'

const recording = 'tinfoil-router-2026-06-29'
const repository = 'tinfoilsh/confidential-model-router'
const nonce = '5a'.repeat(32)
const tls = '11'.repeat(32)
const base = 'https://tinfoil.sh'

describe.skipIf(!hasRecordings)(`Tinfoil's document in sections${withoutRecordings}`, () => {
  const given = hasRecordings ? evidenceOf(recording) : null
  let chip: SnpChip

  const realReport = () => {
    const flat = JSON.parse(documentOf(recording)) as { cpu: { report: string } }
    return new Uint8Array(Buffer.from(flat.cpu.report, 'base64'))
  }

  beforeAll(async () => {
    chip = await makeSnpChip(realReport().slice(0x1a0, 0x1e0))
  })

  interface Sections {
    readonly [member: string]: unknown
    readonly crypto_material: string
    readonly device_evidence: string
  }

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  /** As a router would serve it: the real report's registers, under a chip of our own. */
  function sections(more: object = {}, keys: readonly object[] = []): Sections {
    const material = encoded({
      format: `${base}/crypto-material/v1`,
      items: [
        { id: 'tls', format: `${base}/key/spki-fp-sha256/v1`, data: tls },
        { id: 'hpke', format: `${base}/key/x25519-hpke/v1`, data: '22'.repeat(32) },
        ...keys,
      ],
    })
    const devices = encoded({ format: `${base}/device-evidence/v1`, items: [] })
    const digest = (text: string) => sha256Digest(new Uint8Array(Buffer.from(text, 'base64')))
    const bound = Buffer.concat([
      Buffer.from('https://tinfoil.sh/report-data/v1'),
      parseHex(nonce),
      parseHex(digest(material)),
      parseHex(digest(devices)),
    ])
    const signed = realReport().slice(0, 0x2a0)
    signed.set(parseHex(sha256Digest(new Uint8Array(bound))), 0x50)
    signed.fill(0, 0x70, 0x90)
    const bundle = JSON.parse(given?.code?.bundles[0] ?? '{}') as object
    const { endorsement } = chip
    return {
      format: `${base}/predicate/attestation/v3`,
      challenge: {
        nonce,
        report_data: '00'.repeat(64),
        report_data_algorithm: `${base}/report-data/v1`,
      },
      cpu_evidence: {
        format: `${base}/format/sev-snp-report/v1`,
        report_base64: Buffer.from(chip.sign(signed)).toString('base64'),
        endorsed: {
          crypto_material_hash: digest(material),
          device_evidence_hash: digest(devices),
        },
      },
      crypto_material: material,
      device_evidence: devices,
      collateral: [
        {
          id: 'vcek',
          role: 'endorsement',
          format: `${base}/collateral/amd-vcek/v1`,
          subjects: ['cpu'],
          data: {
            vcek_der_base64: Buffer.from(endorsement.vcek).toString('base64'),
            cert_chain_pem: endorsement.chain,
          },
        },
        {
          id: 'code',
          role: 'reference-values',
          format: `${base}/collateral/sigstore-code/v1`,
          data: {
            repo: repository,
            tag: 'v0.0.110',
            digest: given?.code?.digest,
            sigstore_bundle: bundle,
          },
        },
      ],
      ...more,
    }
  }

  function judge(
    document: Sections,
    more: { nonce?: string; peer?: string } = {},
    kind = tinfoilRouter,
  ) {
    if (given === null) throw new Error('there is no recording')
    const judged = judgeEvidence(
      kind,
      {
        ...given,
        code: null,
        endorsement: null,
        nonce,
        peer: tls,
        document: utf8ToBytes(JSON.stringify(document)),
        ...more,
      },
      { ...statedPolicy(repository), snp: chip.policy },
    )
    const failed = judged.checks.filter(({ by, status }) => by === 'us' && status === 'fail')
    return { kind: judged.kind, failed: failed.map(({ id }) => id).toSorted() }
  }

  test('it verifies by what it carries, without asking anybody', () => {
    expect(judge(sections())).toEqual({ kind: 'verified', failed: [] })
  })

  test('each lie is refused by name', () => {
    expect(judge(sections(), { nonce: '5b'.repeat(32) }).failed).toEqual(['snp.report-data'])
    expect(judge(sections(), { peer: '33'.repeat(32) }).failed).toEqual(['channel.peer'])
    const other = sections({}, [{ id: 'more', format: 'x', data: '44'.repeat(32) }])
    expect(judge({ ...sections(), crypto_material: other.crypto_material }).failed).toEqual([
      'snp.report-data',
    ])
    const devices = encoded({ format: `${base}/device-evidence/v1`, items: [], note: 1 })
    expect(judge({ ...sections(), device_evidence: devices }).failed).toEqual(['document.format'])
    const spaced = Buffer.from(
      `${Buffer.from(sections().device_evidence, 'base64').toString()} `,
    ).toString('base64')
    expect(judge({ ...sections(), device_evidence: spaced }).failed).toEqual(['snp.report-data'])
  })

  test('a host that should have GPUs is refused without them', () => {
    expect(judge(sections(), {}, tinfoilDirect).failed).toEqual(['gpu.hash', 'nvidia.format'])
  })

  test('what is not known is not read', () => {
    const format = { ...sections(), surprise: 1 }
    expect(judge(format).failed).toEqual(['document.format'])
    expect(judge(sections({}, [{ id: 'tls', format: 'x', data: tls }])).failed).toEqual([
      'document.format',
    ])
    const { cpu_evidence: cpu } = sections() as { cpu_evidence?: object }
    const unknown = sections({ cpu_evidence: { ...cpu, format: `${base}/format/arm-cca/v1` } })
    expect(judge(unknown).failed).toEqual(['document.format'])
  })

  test('without what it carries it is refused or incomplete', () => {
    const [, code] = sections()['collateral'] as readonly object[]
    expect(judge(sections({ collateral: [] })).failed).toEqual(['evidence.collateral'])
    expect(judge(sections({ collateral: [code] })).failed).toEqual(['evidence.collateral'])
    const [vcek] = sections()['collateral'] as readonly object[]
    expect(judge(sections({ collateral: [vcek] }))).toEqual({ kind: 'incomplete', failed: [] })
  })
})
