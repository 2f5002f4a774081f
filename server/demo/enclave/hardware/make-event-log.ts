import { createHash } from 'node:crypto'

/** What the simulated guest measured; hex. */
export interface BootPlan {
  readonly composeHash: string
  readonly appId: string
  readonly osImageHash: string
  /** JSON text. */
  readonly keyProvider: string
}

export interface LogEntry {
  readonly imr: number
  readonly event_type: number
  readonly digest: string
  readonly event: string
  readonly event_payload: string
}

const runtimeType = 0x08000001

/** The events that a dstack guest emits while it starts (PROTOCOL.md §4.3). */
export function makeEventLog(plan: BootPlan): readonly LogEntry[] {
  const text = (value: string) => Buffer.from(value).toString('hex')
  return [
    firmware(0, 'firmware volume'),
    firmware(0, 'boot configuration'),
    firmware(1, 'kernel'),
    firmware(2, 'command line'),
    firmware(2, 'initial file system'),
    runtimeEntry('system-preparing', ''),
    runtimeEntry('app-id', plan.appId),
    runtimeEntry('compose-hash', plan.composeHash),
    runtimeEntry('instance-id', createHash('sha256').update(plan.appId).digest('hex').slice(0, 40)),
    runtimeEntry('boot-mr-done', ''),
    runtimeEntry('os-image-hash', plan.osImageHash),
    runtimeEntry('key-provider', text(plan.keyProvider)),
    runtimeEntry('storage-fs', text('zfs')),
    runtimeEntry('system-ready', ''),
  ]
}

/** An event of the guest itself with its digest in the binary form. */
export function runtimeEntry(event: string, payload: string): LogEntry {
  const digest = createHash('sha384')
    .update(Buffer.from([0x01, 0x00, 0x00, 0x08]))
    .update(`:${event}:`)
    .update(Buffer.from(payload, 'hex'))
    .digest('hex')
  return { imr: 3, event_type: runtimeType, digest, event, event_payload: payload }
}

function firmware(imr: number, what: string): LogEntry {
  const digest = createHash('sha384').update(`simulated ${what}`).digest('hex')
  return { imr, event_type: 0x80000001, digest, event: what, event_payload: '' }
}

/** RTMR0 to RTMR3 after these events, 48 bytes as hex. */
export function measure(entries: readonly LogEntry[]): readonly string[] {
  return [0, 1, 2, 3].map((imr) => replay(entries, imr))
}

function replay(entries: readonly LogEntry[], imr: number): string {
  let register: Uint8Array = Buffer.alloc(48)
  for (const { digest } of entries.filter((entry) => entry.imr === imr)) {
    register = createHash('sha384').update(register).update(Buffer.from(digest, 'hex')).digest()
  }
  return Buffer.from(register).toString('hex')
}
