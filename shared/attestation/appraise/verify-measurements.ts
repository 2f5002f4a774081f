import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, parseHex } from '../../bytes/bytes.ts'
import { checkSame, fail, pass, skip } from '../../checks.ts'
import type { CheckId } from '../../claims.ts'
import { sha256Digest } from '../../digest.ts'
import type { Check } from '../../verdict.ts'
import * as bootReasons from '../../words/english/evidence/boot-reasons.ts'
import { readBootFacts, type BootFacts } from './boot-facts.ts'
import { readKeyProvider } from './key-provider.ts'
import type { BootEvent } from './parse-event-log.ts'
import type { TdReport } from '../quote/parse-quote.ts'
import { hasOwnDigest, replayRtmr, runtimeEventType } from './replay-rtmr.ts'

export interface MeasuredBoot {
  readonly td: Pick<TdReport, 'rtmr' | 'mrconfigid'>
  readonly eventLog: readonly BootEvent[]
  /** Exact text of the app-compose file, or null when the evidence has none. */
  readonly appCompose: string | null
}

export const requiredMeasurementChecks = [
  'measurement.events',
  'measurement.rtmr3',
  'measurement.firmware-log',
  'measurement.boot-events',
  'measurement.compose',
] as const satisfies readonly CheckId[]

/** Whether the event log is the one that the quote measured, and what it says (PROTOCOL.md §4.1). */
export function verifyMeasurements({ td, eventLog, appCompose }: MeasuredBoot): readonly Check[] {
  const facts = readBootFacts(eventLog)
  return [
    checkEvents(eventLog),
    checkReplay('measurement.rtmr3', eventLog, { td, registers: [3] }),
    checkReplay('measurement.firmware-log', eventLog, { td, registers: [0, 1, 2] }),
    typeof facts === 'string'
      ? fail('measurement.boot-events', facts)
      : pass('measurement.boot-events'),
    checkCompose(appCompose, facts),
    checkMrconfigid(td, facts),
  ]
}

function checkEvents(log: readonly BootEvent[]): Check {
  const id = 'measurement.events'
  for (const event of log) {
    if (event.imr !== 3) continue
    if (event.type !== runtimeEventType) return fail(id, bootReasons.type(event.name, event.type))
    // The binary form joins name and payload with a colon: behind another one it could be cut anew.
    if (event.name.includes(':')) return fail(id, bootReasons.colon(event.name))
    if (!hasOwnDigest(event)) return fail(id, bootReasons.digest(event.name))
  }
  return pass(id)
}

interface Registers {
  readonly td: MeasuredBoot['td']
  readonly registers: readonly (0 | 1 | 2 | 3)[]
}

function checkReplay(id: CheckId, log: readonly BootEvent[], { td, registers }: Registers): Check {
  for (const imr of registers) {
    const measured = bytesToHex(td.rtmr[imr])
    if (!replayRtmr(log, imr).includes(measured)) {
      return fail(id, bootReasons.otherRegister(imr, measured))
    }
  }
  return pass(id)
}

function checkCompose(appCompose: string | null, facts: BootFacts | string): Check {
  const id = 'measurement.compose'
  if (typeof facts === 'string') return skip(id, bootReasons.unclear)
  if (appCompose === null) return fail(id, bootReasons.noComposeFile)
  return checkSame(id, sha256Digest(appCompose), facts.composeHash)
}

const keyProviderKinds = ['none', 'local', 'kms', 'tpm']

/** MRCONFIGID, where the guest binds its configuration with it (PROTOCOL.md §4.4). */
function checkMrconfigid({ mrconfigid }: MeasuredBoot['td'], facts: BootFacts | string): Check {
  const id = 'measurement.mrconfigid'
  const found = bytesToHex(mrconfigid)
  const zeros = '00'.repeat(15)
  if (/^0*$/.test(found)) return skip(id, bootReasons.configUnused)
  if (typeof facts === 'string') return skip(id, bootReasons.unclear)
  switch (mrconfigid[0]) {
    case 1:
      return checkSame(id, found, `01${facts.composeHash}${zeros}`)
    case 2:
      return checkSame(id, found, `02${boundConfiguration(facts)}${zeros}`)
    case 3:
      return skip(id, bootReasons.otherDocument)
    default:
      return fail(id, bootReasons.configForm(mrconfigid[0]))
  }
}

function boundConfiguration({ composeHash, appId, keyProvider }: BootFacts): string {
  const provider = readKeyProvider(keyProvider)
  const kind = keyProviderKinds.indexOf(provider?.kind ?? 'none')
  return bytesToHex(
    keccak_256(
      concatBytes(
        parseHex(composeHash),
        parseHex(appId),
        new Uint8Array([kind]),
        parseHex(provider?.id ?? ''),
      ),
    ),
  )
}
