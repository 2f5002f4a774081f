import { describe, expect, test } from 'vitest'
import { parsePemChain } from '#shared/attestation/certificates/parse-pem-chain.ts'
import {
  parseCollateral,
  type CollateralDocument,
} from '#shared/attestation/quote/parse-collateral.ts'
import {
  parseQuote,
  readQeReport,
  type QeReport,
  type TdReport,
} from '#shared/attestation/quote/parse-quote.ts'
import { readPckFacts } from '#shared/attestation/quote/sgx-extension.ts'
import { verifyPlatform } from '#shared/attestation/quote/verify-platform.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { hasFixtures, readFixture, withoutFixtures } from '../../../support/shared-fixture.ts'

describe.skipIf(!hasFixtures)(`the platform of a real quote${withoutFixtures}`, () => {
  const real = hasFixtures
    ? readFixture<{ quote: string; collateral: CollateralDocument }>('real_near_mpc_tdx.json')
    : null

  /** What fails of the platform where one part of what was signed says something else. */
  function platformFailures(change: {
    readonly qe?: (qe: QeReport) => QeReport
    readonly td?: (td: TdReport) => TdReport
  }): readonly string[] {
    if (real === null) throw new Error('there is no fixture')
    const quote = parseQuote(parseHex(real.quote))
    const qe = readQeReport(quote.quotingEnclave.report)
    const [leaf] = parsePemChain(quote.pckChainPem)
    if (leaf === undefined) throw new Error('there is no certificate')
    return verifyPlatform(
      {
        td: change.td?.(quote.td) ?? quote.td,
        qe: change.qe?.(qe) ?? qe,
        pck: readPckFacts(leaf),
        collateral: parseCollateral(real.collateral),
      },
      new Set(['UpToDate']),
    ).flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
  }

  const otherFirst = (bytes: Uint8Array, bit = 0x01) =>
    bytes.map((byte, at) => (at === 0 ? byte ^ bit : byte))

  test('as it was signed, its platform fails nowhere', () => {
    expect(platformFailures({})).toEqual([])
  })

  test.each<[string, (qe: QeReport) => QeReport]>([
    ['debugger', (qe) => ({ ...qe, attributes: otherFirst(qe.attributes, 0x02) })],
    ['attributes', (qe) => ({ ...qe, attributes: otherFirst(qe.attributes, 0x10) })],
    ['MISCSELECT', (qe) => ({ ...qe, miscSelect: otherFirst(qe.miscSelect) })],
    ['signer', (qe) => ({ ...qe, mrsigner: otherFirst(qe.mrsigner) })],
    ['product', (qe) => ({ ...qe, isvProdId: qe.isvProdId + 1 })],
  ])('a quoting enclave with another %s is refused', (_what, qe) => {
    expect(platformFailures({ qe })).toEqual(['quote.qe-policy'])
  })

  test.each<[string, (td: TdReport) => TdReport]>([
    ['signer', (td) => ({ ...td, mrsignerSeam: otherFirst(td.mrsignerSeam) })],
    ['attributes', (td) => ({ ...td, seamAttributes: otherFirst(td.seamAttributes) })],
  ])('a TDX module with another %s is refused', (_what, td) => {
    expect(platformFailures({ td })).toEqual(['quote.tdx-module'])
  })
})
