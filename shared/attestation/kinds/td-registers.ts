import { bytesToHex } from '../../bytes/bytes.ts'
import type { TdReport } from '../quote/parse-quote.ts'

/** Registers of a guest on TDX, 96 hex digits each. RTMR3 is what a guest measured of itself, often of this one machine. */
export function tdRegisters({ mrtd, rtmr }: TdReport) {
  const [rtmr0, rtmr1, rtmr2, rtmr3] = rtmr
  return {
    mrtd: bytesToHex(mrtd),
    rtmr0: bytesToHex(rtmr0),
    rtmr1: bytesToHex(rtmr1),
    rtmr2: bytesToHex(rtmr2),
    rtmr3: bytesToHex(rtmr3),
  }
}
