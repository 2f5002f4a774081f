import { expect, test } from 'vitest'
import type { TcbInfo } from '#shared/attestation/quote/parse-collateral.ts'
import type { TdReport } from '#shared/attestation/quote/parse-quote.ts'
import { platformLevel } from '#shared/attestation/quote/tcb-status.ts'

const sixteen = (first: number) => [first, ...Array.from({ length: 15 }, () => 1)]
const components = (svns: readonly number[]) => svns.map((svn) => ({ svn }))
const level = (pcesvn: number, sgx: number, tdx: number, tcbStatus: string) => ({
  tcb: {
    pcesvn,
    sgxtcbcomponents: components(sixteen(sgx)),
    tdxtcbcomponents: components(sixteen(tdx)),
  },
  tcbStatus,
})
const info = {
  tcbLevels: [level(13, 5, 7, 'UpToDate'), level(1, 1, 1, 'OutOfDate')],
} as unknown as TcbInfo

const statusOf = (pceSvn: number, sgx: number, tdx: number) =>
  platformLevel(info, { fmspc: '', pceId: '', pceSvn, cpuSvn: sixteen(sgx) }, {
    teeTcbSvn: Uint8Array.from(sixteen(tdx)),
  } as unknown as TdReport)?.status

test('a platform has the level that it reaches in every part, and none where one part is behind all', () => {
  expect(statusOf(13, 5, 7)).toBe('UpToDate')
  for (const [pce, sgx, tdx] of [
    [12, 5, 7],
    [13, 4, 7],
    [13, 5, 6],
  ] as const) {
    expect(statusOf(pce, sgx, tdx), `${pce} ${sgx} ${tdx}`).toBe('OutOfDate')
  }
  for (const [pce, sgx, tdx] of [
    [0, 5, 7],
    [13, 0, 7],
    [13, 5, 0],
  ] as const) {
    expect(statusOf(pce, sgx, tdx), `${pce} ${sgx} ${tdx}`).toBeUndefined()
  }
})
