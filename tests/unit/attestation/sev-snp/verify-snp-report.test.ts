import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseSnpReport } from '#shared/attestation/sev-snp/parse-snp-report.ts'
import { statedSnpPolicy, type SnpPolicy } from '#shared/attestation/sev-snp/snp-policy.ts'
import {
  requiredSnpChecks,
  verifySnpReport,
  type SnpEndorsement,
} from '#shared/attestation/sev-snp/verify-snp-report.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import {
  makeSnpChip,
  type SnpChip,
} from '../../../../server/demo/providers/tinfoil/simulation-snp.ts'

interface Judged {
  readonly bytes: Uint8Array
  readonly endorsement: SnpEndorsement
  readonly policy?: SnpPolicy
  readonly at?: number
  readonly reportData?: Uint8Array
}

/** Certificates of the vectors begin on 5 February 2026. */
const march = Date.parse('2026-03-01') / 1000

/** Ids of what failed, `format` for what cannot be read, or nothing when all that is required passes. */
function failures({ bytes, endorsement, policy, at, reportData }: Judged): readonly string[] {
  try {
    const report = parseSnpReport(bytes)
    const checks = verifySnpReport(
      {
        report,
        endorsement,
        expectedReportData: reportData ?? parseSnpReport(bytes).reportData,
        nowSeconds: at ?? march,
      },
      policy ?? statedSnpPolicy,
    )
    const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
    const passed = new Set(checks.flatMap(({ id, status }) => (status === 'pass' ? [id] : [])))
    if (failed.length === 0) expect(requiredSnpChecks.every((id) => passed.has(id))).toBe(true)
    return failed
  } catch (error) {
    if (error instanceof FormatError) return ['format']
    throw error
  }
}

const pemBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function vector(name: string): Judged {
  const path = join(import.meta.dirname, '../../../vectors/sev-snp.microsoft.json')
  const { cases } = JSON.parse(readFileSync(path, 'utf8')) as {
    cases: readonly { name: string; quote: string; chain: string }[]
  }
  const found = cases.find((each) => each.name === name)
  const [vcek = '', ask = '', ark = ''] = found?.chain.match(pemBlock) ?? []
  const der = Buffer.from(vcek.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  return {
    bytes: parseHex(found?.quote ?? ''),
    endorsement: { vcek: new Uint8Array(der), chain: `${ask}\n${ark}\n`, crl: null },
  }
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const changed = bytes.slice()
  changed[at] = (changed[at] ?? 0) ^ 0x01
  return changed
}

const turinMinimum: SnpPolicy = {
  ...statedSnpPolicy,
  minimums: {
    Turin: {
      tcb: { fmc: 1, bootloader: 1, tee: 1, snp: 4, microcode: 81 },
      firmware: { major: 1, minor: 55, build: 65 },
    },
  },
}

describe('reports of real chips', () => {
  const genoa = vector('genoa')
  const turin = vector('turin')

  test('Genoa verifies, with the minimums that are stated', () => {
    expect(failures(genoa)).toEqual([])
  })

  test('Turin verifies where somebody states a minimum, and is refused where nobody does', () => {
    expect(failures({ ...turin, policy: turinMinimum })).toEqual([])
    expect(failures(turin)).toEqual(['snp.tcb'])
  })

  test('Milan is refused by name', () => {
    const minimums = { Milan: { ...turinMinimum.minimums.Turin, tcb: zeroTcb } } as never
    const policy = { ...statedSnpPolicy, minimums }
    expect(failures({ ...vector('milan'), policy })).toContain('snp.generation')
  })

  test('certificates of one chip say nothing of another', () => {
    const other = { ...turin, endorsement: genoa.endorsement }
    expect(failures(other)).toContain('snp.signature')
    expect(failures(other)).toContain('snp.chip')
    expect(failures(other)).toContain('snp.generation')
  })

  const signed = [0x04, 0x08, 0x50, 0x6f, 0x90, 0xbf, 0xc0, 0xe0, 0x110, 0x140, 0x1f8, 0x29f]
  test.each(signed)('one changed bit at byte %i of what is signed is found', (at) => {
    expect(failures({ ...genoa, bytes: flipped(genoa.bytes, at) })).toEqual(['snp.signature'])
  })

  test.each([0x2a0, 0x2cf, 0x2e8, 0x317])(
    'one changed bit at byte %i of the signature is found',
    (at) => {
      expect(failures({ ...genoa, bytes: flipped(genoa.bytes, at) })).toEqual(['snp.signature'])
    },
  )

  test.each([
    ['the version', 0x01],
    ['the algorithm', 0x34],
    ['the end of a number of the signature', 0x2d0],
    ['what follows the signature', 0x49f],
  ])('a report is not read with %s changed', (_name, at) => {
    expect(failures({ ...genoa, bytes: flipped(genoa.bytes, at) })).toEqual(['format'])
  })

  test('a report of another length is not read', () => {
    expect(failures({ ...genoa, bytes: genoa.bytes.subarray(0, -1) })).toEqual(['format'])
  })

  test('a changed chip id, TCB or processor is found by its own check, too', () => {
    const at = (offset: number) => failures({ ...genoa, bytes: flipped(genoa.bytes, offset) })
    expect(at(0x1a0)).toEqual(['snp.chip', 'snp.signature'])
    expect(at(0x187)).toEqual(['snp.certificate-tcb', 'snp.signature'])
    expect(at(0x188)).toEqual(['snp.generation', 'snp.signature'])
  })

  test('a certificate that is changed in one bit was not issued by AMD', () => {
    const { vcek, chain, crl } = genoa.endorsement
    const changed = { vcek: flipped(vcek, vcek.length - 1), chain, crl }
    expect(failures({ ...genoa, endorsement: changed })).toEqual(['snp.chain'])
  })

  test('another root is none of AMD', () => {
    const roots = { ...statedSnpPolicy.roots, Genoa: statedSnpPolicy.roots.Turin }
    expect(failures({ ...genoa, policy: { ...statedSnpPolicy, roots } })).toEqual(['snp.root'])
  })

  test('a certificate counts only within its dates', () => {
    expect(failures({ ...genoa, at: Date.parse('2026-02-01') / 1000 })).toEqual([
      'snp.certificate-dates',
    ])
    expect(failures({ ...genoa, at: Date.parse('2034-01-01') / 1000 })).toEqual([
      'snp.certificate-dates',
    ])
  })

  test('report data must be what the reader expects', () => {
    expect(failures({ ...genoa, reportData: new Uint8Array(64).fill(1) })).toEqual([
      'snp.report-data',
    ])
  })

  test.each([
    ['bootloader', { bootloader: 11 }, {}],
    ['SNP', { snp: 24 }, {}],
    ['microcode', { microcode: 85 }, {}],
    ['build', {}, { build: 41 }],
    ['minor version', {}, { minor: 56 }],
    ['major version', {}, { major: 2 }],
  ])('an older %s than the minimum is refused', (_name, tcb, firmware) => {
    const stated = statedSnpPolicy.minimums.Genoa
    if (stated === undefined) throw new Error('no minimum of the firmware is stated for Genoa')
    const Genoa = {
      tcb: { ...stated.tcb, ...tcb },
      firmware: { ...stated.firmware, ...firmware },
    }
    expect(failures({ ...genoa, policy: { ...statedSnpPolicy, minimums: { Genoa } } })).toEqual([
      'snp.tcb',
    ])
  })
})

const zeroTcb = { fmc: null, bootloader: 0, tee: 0, snp: 0, microcode: 0 }

describe('reports of a chip that signs whatever it is given', () => {
  const real = vector('genoa').bytes.subarray(0, 0x2a0)
  let chip: SnpChip

  beforeAll(async () => {
    chip = await makeSnpChip(real.slice(0x1a0, 0x1e0))
  })

  function judge(changes: Readonly<Record<number, number>>, more: Partial<Judged> = {}) {
    const signed = real.slice()
    for (const [at, byte] of Object.entries(changes)) signed[Number(at)] = byte
    const { endorsement, policy } = chip
    return failures({ bytes: chip.sign(signed), endorsement, policy, ...more })
  }

  test('an unchanged one verifies', () => {
    expect(judge({})).toEqual([])
    expect(judge({ 0: 2 })).toEqual([])
    expect(judge({ 0: 5 })).toEqual([])
  })

  test.each([
    ['debugging is on', { 0x0a: 0x0b }, 'snp.debug'],
    ['an agent may move it', { 0x0a: 0x07 }, 'snp.policy'],
    ['the bit that is always 1 is 0', { 0x0a: 0x01 }, 'snp.policy'],
    ['a reserved bit of the policy is set', { 0x0b: 0x40 }, 'snp.policy'],
    ['VLEK signed it', { 0x48: 0x04 }, 'snp.key'],
    ['no known key signed it', { 0x48: 0x1c }, 'snp.key'],
    ['the id of the chip is masked', { 0x48: 0x02 }, 'snp.key'],
    ['a reserved bit stands beside the key', { 0x48: 0x20 }, 'snp.key'],
    ['it was asked for at another level', { 0x30: 0x01 }, 'snp.privilege-level'],
    [
      'the host asked for it',
      { 0x30: 0xff, 0x31: 0xff, 0x32: 0xff, 0x33: 0xff },
      'snp.privilege-level',
    ],
    ['it is of another chip', { 0x1a0: 0x00 }, 'snp.chip'],
    ['it reports another TCB than the certificate', { 0x180: 0x0b }, 'snp.certificate-tcb'],
    ['it was launched with older firmware', { 0x1f0: 0x06 }, 'snp.tcb'],
    ['the machine can go back to older firmware', { 0x1e0: 0x06 }, 'snp.tcb'],
    ['the machine can go back to an older build', { 0x1ec: 0x14 }, 'snp.tcb'],
    ['it is of a Milan', { 0x189: 0x01 }, 'snp.generation'],
    ['it is of a processor that nobody knows', { 0x188: 0x20 }, 'snp.generation'],
  ])('it is refused where %s', (_name, changes, id) => {
    expect(judge(changes)).toEqual([id])
  })

  test('a certificate that names another generation is refused', async () => {
    const id = real.slice(0x1a0, 0x1e0)
    const stepping = await makeSnpChip(id, 'Genoa-B1')
    const milan = await makeSnpChip(id, 'Milan-B0')
    const judgeOf = (own: SnpChip) =>
      failures({ bytes: own.sign(real.slice()), endorsement: own.endorsement, policy: own.policy })
    expect(judgeOf(stepping)).toEqual([])
    expect(judgeOf(milan)).toEqual(['snp.generation'])
  })

  test('an authority that the root did not make is none', async () => {
    const other = await makeSnpChip(real.slice(0x1a0, 0x1e0))
    const [ask = ''] = chip.endorsement.chain.match(pemBlock) ?? []
    const [, ark = ''] = other.endorsement.chain.match(pemBlock) ?? []
    const endorsement = { ...chip.endorsement, chain: `${ask}\n${ark}\n` }
    expect(judge({}, { endorsement, policy: other.policy })).toEqual(['snp.chain'])
  })

  test('a list of withdrawn certificates counts, and must be one of AMD and current', async () => {
    const from = new Date(march * 1000)
    const withList = async (serials: readonly string[], at = march) => {
      const crl = await chip.withdraw(serials, from)
      return judge({}, { endorsement: { ...chip.endorsement, crl }, at })
    }
    expect(await withList(['07'])).toEqual([])
    expect(await withList(['02'])).toEqual(['snp.revocation'])
    expect(await withList(['07'], march + 31 * 24 * 3600)).toEqual(['snp.revocation'])
    expect(await withList(['07'], march - 1)).toEqual(['snp.revocation'])
    const crl = await chip.withdraw([], from)
    const changed = { ...chip.endorsement, crl: flipped(crl, crl.length - 1) }
    expect(judge({}, { endorsement: changed })).toEqual(['snp.revocation'])
    const required: SnpPolicy = { ...chip.policy, revocation: 'required' }
    expect(judge({}, { policy: required })).toEqual(['snp.revocation'])
  })
})
