import { randomBytes } from 'node:crypto'
import { appCompose } from './hardware/app-compose.ts'
import type { Fault } from './faults.ts'
import type { LogEntry } from './hardware/make-event-log.ts'
import type { CollateralPlan } from './hardware/simulation-collateral.ts'
import type { QuotePlan } from './hardware/simulation-quote.ts'

interface Key {
  readonly key_id: string
  readonly algo: string
  readonly public_key: string
}

export interface SimulatedKeyset {
  readonly subject: string | null
  readonly not_after: number
  readonly receipt_signing_keys: readonly Key[]
  readonly e2ee_public_keys: readonly Key[]
  readonly tls_public_keys: readonly { readonly spki_sha256: string; readonly domain?: string }[]
}

interface SimulatedCustody {
  readonly provider: string
  readonly keys: readonly {
    readonly role: string
    readonly purpose: string
    readonly public_key: string
    readonly kms_public_key: string
    readonly signature_chain: readonly string[]
  }[]
}

/** What differs from an enclave in order. What is changed before the quote is made is vouched for by it. */
export interface EnclavePlan {
  readonly compose?: string
  /** 40 hex digits. */
  readonly appId?: string
  readonly osImageHash?: string
  readonly mrtd?: string
  readonly mrconfigid?: string
  /** Changes the log that the registers are extended with. */
  readonly measuredLog?: (entries: readonly LogEntry[]) => readonly LogEntry[]
  /** Changes the log that is shown. */
  readonly shownLog?: (entries: readonly LogEntry[]) => readonly LogEntry[]
  /** Changes the keyset that the quote is made over, and that is shown. */
  readonly boundKeyset?: (keyset: SimulatedKeyset) => SimulatedKeyset
  /** Changes what is shown beside the quote. */
  readonly shownKeyset?: (keyset: SimulatedKeyset) => SimulatedKeyset
  readonly custody?: (custody: SimulatedCustody) => SimulatedCustody
  /** 64 hex digits that the statement is made for, in the place of the nonce that was sent. */
  readonly nonce?: string
  readonly quote?: QuotePlan
  readonly collateral?: CollateralPlan
}

/** The plan of a fault that concerns the boot; any other fault leaves it in order. */
export function planOf(fault: Fault | null): EnclavePlan {
  switch (fault) {
    case 'wrong-measurement':
      return { compose: appCompose('other') }
    case 'wrong-workload':
      return { appId: '22'.repeat(20) }
    case 'stale-tcb':
      return { collateral: { tcbStatus: 'OutOfDate' } }
    case 'debug-td':
      return { quote: { tdAttributes: '0100001000000000' } }
    case 'expired-keyset':
      return { boundKeyset: (keyset) => ({ ...keyset, not_after: 1_700_000_000 }) }
    case 'swapped-e2ee-key':
      return swapE2eeKey(randomBytes(32).toString('hex'))
    case 'replayed-nonce':
      return { nonce: '00'.repeat(32) }
    default:
      return {}
  }
}

/** Somebody's own X25519 key in the place of the enclave's, everywhere but in the quote. */
function swapE2eeKey(foreign: string): EnclavePlan {
  const isOwn = ({ algo }: Key) => algo.startsWith('x25519')
  const swap = <Entry extends { readonly public_key: string }>(entry: Entry): Entry => ({
    ...entry,
    public_key: foreign,
  })
  return {
    shownKeyset: (keyset) => ({
      ...keyset,
      e2ee_public_keys: keyset.e2ee_public_keys.map((key) => (isOwn(key) ? swap(key) : key)),
    }),
    custody: (custody) => ({
      ...custody,
      keys: custody.keys.map((key) => (key.role === 'e2ee-x25519' ? swap(key) : key)),
    }),
  }
}
