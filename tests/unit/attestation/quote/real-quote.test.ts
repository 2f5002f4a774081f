import { verify as verifyElsewhere } from '@phala/dcap-qvl'
import { describe, expect, test } from 'vitest'
import {
  parseCollateral,
  type CollateralDocument,
} from '#shared/attestation/quote/parse-collateral.ts'
import { parseEventLog } from '#shared/attestation/appraise/parse-event-log.ts'
import { parseQuote } from '#shared/attestation/quote/parse-quote.ts'
import { verifyMeasurements } from '#shared/attestation/appraise/verify-measurements.ts'
import {
  intelRoot,
  requiredQuoteChecks,
  verifyQuote,
} from '#shared/attestation/quote/verify-quote.ts'
import { bytesToHex, parseHex } from '#shared/bytes/bytes.ts'
import { FormatError } from '#shared/errors.ts'
import { decideVerdict } from '#shared/verdict.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../../support/shared-fixture.ts'

interface RealQuote {
  readonly quote: string
  readonly verification_time: number
  readonly collateral: CollateralDocument & { readonly pck_crl_issuer_chain: string }
  readonly event_log: string
  readonly app_compose: string
}

/** Ids of what failed, `format` for what could not be read, or nothing when it verifies. */
function judge(real: RealQuote, nowSeconds = real.verification_time): readonly string[] {
  const reportData = parseHex(real.quote.slice(2 * (48 + 520), 2 * (48 + 584)))
  try {
    const checks = verifyQuote(
      {
        quote: parseQuote(parseHex(real.quote)),
        collateral: parseCollateral(real.collateral),
        expectedReportData: reportData,
        nowSeconds,
      },
      { root: intelRoot, acceptedTcbStatuses: new Set(['UpToDate']) },
    )
    const verdict = decideVerdict(checks, requiredQuoteChecks)
    if (verdict.kind === 'verified') return []
    return checks.filter(({ status }) => status !== 'pass').map(({ id }) => id)
  } catch (error) {
    if (error instanceof FormatError) return ['format']
    throw error
  }
}

function flip(hex: string, byte: number): string {
  const bytes = parseHex(hex)
  bytes[byte] = (bytes[byte] ?? 0) ^ 0x01
  return bytesToHex(bytes)
}

describe.skipIf(!hasFixtures)(`a quote of real hardware${withoutFixtures}`, () => {
  const real = hasFixtures
    ? readFixture<RealQuote>('real_near_mpc_tdx.json')
    : (null as unknown as RealQuote)
  const sample = hasFixtures
    ? readFixture<RealQuote>('dcap_qvl_sample_tdx.json')
    : (null as unknown as RealQuote)

  test('verifies at a time inside of the validity of its collateral', () => {
    expect(judge(real)).toEqual([])
    expect(judge(sample)).toEqual([])
  })

  test('verifies until the second in which the first part of its collateral ends, and not one longer', () => {
    const { pckCrl, rootCrl, tcbInfo, qeIdentity } = parseCollateral(real.collateral)
    const ends = [pckCrl.nextUpdate, rootCrl.nextUpdate, tcbInfo.nextUpdate, qeIdentity.nextUpdate]
    const last = Math.min(...ends)
    expect(judge(real, last)).toEqual([])
    expect(judge(real, last + 1)).not.toEqual([])
  })

  test('does not verify one second before the last part of its collateral begins', () => {
    const { pckCrl, rootCrl, tcbInfo, qeIdentity } = parseCollateral(real.collateral)
    const starts = [pckCrl.thisUpdate, rootCrl.thisUpdate, tcbInfo.issuedAt, qeIdentity.issuedAt]
    const first = Math.max(...starts)
    expect(judge(real, first)).toEqual([])
    expect(judge(real, first - 1)).not.toEqual([])
  })

  const authStart = 636
  test.each([
    ['header', 40, 'quote.signature'],
    ['body', 200, 'quote.signature'],
    ['signature', authStart + 10, 'quote.signature'],
    ['attestation key', authStart + 64 + 10, 'quote.qe-report-data'],
    ['QE report', 770 + 20, 'quote.qe-report-signature'],
    ['QE report signature', 1154 + 10, 'quote.qe-report-signature'],
    ['QE authentication data', 1220 + 3, 'quote.qe-report-data'],
  ])('fails when a bit of its %s is flipped', (_part, byte, id) => {
    expect(judge({ ...real, quote: flip(real.quote, byte) })).toContain(id)
  })

  test('fails when a bit of any certificate in its chain is flipped', () => {
    const text = Buffer.from(real.quote, 'hex').toString('latin1')
    const starts = [...text.matchAll(/-----BEGIN CERTIFICATE-----\n/g)].map(
      ({ index, 0: line }) => index + line.length,
    )
    expect(starts).toHaveLength(3)
    for (const start of starts) {
      for (const offset of [200, 400, 600]) {
        const changed = Buffer.from(real.quote, 'hex')
        // Another letter of Base64, so that the block can still be decoded.
        changed[start + offset] = changed[start + offset] === 0x41 ? 0x42 : 0x41
        expect(judge({ ...real, quote: changed.toString('hex') })).not.toEqual([])
      }
    }
  })

  test.each(['root_ca_crl', 'pck_crl', 'tcb_info_signature', 'qe_identity_signature'] as const)(
    'fails when a bit of %s is flipped, wherever it stands',
    (member) => {
      const hex = real.collateral[member]
      for (let part = 1; part < 16; part++) {
        const byte = Math.floor((part * hex.length) / 32)
        const collateral = { ...real.collateral, [member]: flip(hex, byte) }
        expect(judge({ ...real, collateral }), `byte ${byte}`).not.toEqual([])
      }
    },
  )

  test.each([
    ['tcb_info', '"svn":5', '"svn":4', 'quote.tcb-info-signature'],
    ['tcb_info', '"issueDate"', ' "issueDate"', 'quote.tcb-info-signature'],
    ['qe_identity', '"isvprodid":2', '"isvprodid":2 ', 'quote.qe-identity-signature'],
  ] as const)('fails when the text of %s is altered: %s', (member, from, to, id) => {
    const text = real.collateral[member].replace(from, to)
    expect(text).not.toBe(real.collateral[member])
    expect(judge({ ...real, collateral: { ...real.collateral, [member]: text } })).toEqual([id])
  })

  test('fails when a byte behind the quote is not zero, and verifies when they are left out', () => {
    const last = real.quote.length / 2 - 1
    expect(judge({ ...real, quote: flip(real.quote, last - 10) })).toEqual(['format'])
    expect(judge({ ...real, quote: real.quote.replace(/(?:00)+$/, '00') })).toEqual([])
  })

  test.each([
    ['behind the certification data', [632]],
    ['behind the certificates', [632, 766]],
  ])('a byte %s, counted in every length around it, is no quote', (_where, lengths) => {
    const bytes = Buffer.from(real.quote, 'hex')
    const end = 636 + bytes.readUInt32LE(632)
    const longer = Buffer.concat([bytes.subarray(0, end), Buffer.of(0), bytes.subarray(end)])
    for (const at of lengths) longer.writeUInt32LE(longer.readUInt32LE(at) + 1, at)
    expect(judge({ ...real, quote: longer.toString('hex') })).toEqual(['format'])
  })

  test('fails with garbage for revocation lists, which the published library accepts', () => {
    const collateral = { ...real.collateral, pck_crl: 'deadbeef', root_ca_crl: 'deadbeef' }
    expect(judge({ ...real, collateral })).toEqual(['format'])
    const other = verifyElsewhere(
      Buffer.from(real.quote, 'hex'),
      collateral,
      real.verification_time,
    )
    expect(other.status).toBe('UpToDate')
  })

  test('fails with the revocation list of another authority', () => {
    const collateral = { ...real.collateral, pck_crl: real.collateral.root_ca_crl }
    expect(judge({ ...real, collateral })).toEqual(['quote.crl-signature'])
  })

  test('a second opinion comes to the same status, at both times', () => {
    for (const each of [real, sample]) {
      const quote = Buffer.from(each.quote, 'hex')
      const at = each.verification_time
      expect(verifyElsewhere(quote, each.collateral, at).status).toBe('UpToDate')
      const late = at + 90 * 24 * 3600
      expect(() => verifyElsewhere(quote, each.collateral, late)).toThrow()
      expect(judge(each, late)).not.toEqual([])
    }
  })
})

describe.skipIf(!hasFixtures)(`event logs of real machines${withoutFixtures}`, () => {
  const names = [
    'real_near_mpc_tdx.json',
    'dstack_quote_report.json',
    'dstack_tdx_lite_getquote.json',
    'dstack_simulator.json',
  ]

  function failedChecks(real: RealQuote, eventLog: string): readonly string[] {
    const { td } = parseQuote(parseHex(real.quote))
    return verifyMeasurements({
      td,
      eventLog: parseEventLog(eventLog),
      appCompose: real.app_compose ?? null,
    }).flatMap((check) => (check.status === 'fail' ? [check.id] : []))
  }

  test.each(names)('%s replays to what its quote measured', (name) => {
    const real = readFixture<RealQuote>(name)
    const failed = failedChecks(real, real.event_log)
    expect(failed).toEqual(real.app_compose === undefined ? ['measurement.compose'] : [])
  })

  interface LogEntry {
    imr: number
    event_type: number
    digest: string
    event: string
    event_payload: string
  }

  function altered(change: (entry: LogEntry) => LogEntry): readonly string[] {
    const real = readFixture<RealQuote>('real_near_mpc_tdx.json')
    const log = (JSON.parse(real.event_log) as LogEntry[]).map(change)
    return failedChecks(real, JSON.stringify(log))
  }

  test('a compose hash under its old digest is found out', () => {
    const failed = altered((entry) =>
      entry.event === 'compose-hash'
        ? { ...entry, event_payload: flip(entry.event_payload, 3) }
        : entry,
    )
    expect(failed).toContain('measurement.events')
    expect(failed).toContain('measurement.rtmr3')
  })

  test('a log that hides an event by its type is found out, though it replays', () => {
    const failed = altered((entry) =>
      entry.event === 'system-ready' ? { ...entry, event_type: 0, event: 'something' } : entry,
    )
    expect(failed).not.toContain('measurement.rtmr3')
    expect(failed).toContain('measurement.events')
    expect(failed).toContain('measurement.boot-events')
  })
})
