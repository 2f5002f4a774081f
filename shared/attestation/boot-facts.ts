import { bytesToHex, parseUtf8 } from '../bytes.ts'
import type { Digest } from '../digest.ts'
import type { BootEvent } from './parse-event-log.ts'
import { runtimeEventType } from './replay-rtmr.ts'

/** What the guest measured about itself before it was ready (aci-upstream.md section 4.4). */
export interface BootFacts {
  /** SHA-256 of the app-compose file. */
  readonly composeHash: Digest
  /** 40 hex digits. */
  readonly appId: string
  /** 64 hex digits, or null when the boot measured none. */
  readonly osImageHash: string | null
  /** Text of the key provider's description, or null. */
  readonly keyProvider: string | null
}

/** Payload lengths in bytes of the facts that a boot may state, and how often it must. */
const factRules: Readonly<Record<string, { lengths: readonly number[] | null; must: boolean }>> = {
  'app-id': { lengths: [20], must: true },
  'compose-hash': { lengths: [32], must: true },
  'instance-id': { lengths: [0, 20], must: false },
  'os-image-hash': { lengths: [32], must: false },
  'boot-mr-done': { lengths: [0], must: false },
  'key-provider': { lengths: null, must: false },
}

/**
 * The facts, or a sentence why the log states none that can be believed: facts count only before the
 * one `system-ready`, and only once (aci-upstream.md section 4.3, rules 2 and 3).
 */
export function readBootFacts(log: readonly BootEvent[]): BootFacts | string {
  const events = log.filter(({ imr, type }) => imr === 3 && type === runtimeEventType)
  const ready = events.filter(({ name }) => name === 'system-ready')
  if (ready.length !== 1) return `"system-ready" stands there ${ready.length} times, not once`
  if (ready[0]?.payload.length !== 0) return '"system-ready" has a payload'
  const before = events.slice(0, events.indexOf(ready[0]))
  for (const [name, { lengths, must }] of Object.entries(factRules)) {
    const found = before.filter((event) => event.name === name)
    if (found.length > 1 || (must && found.length === 0)) {
      return `"${name}" stands before "system-ready" ${found.length} times`
    }
    if (lengths && found.some(({ payload }) => !lengths.includes(payload.length))) {
      return `"${name}" has a payload of ${found[0]?.payload.length} bytes`
    }
  }
  const payloadOf = (name: string) => before.find((event) => event.name === name)?.payload
  const osImage = payloadOf('os-image-hash')
  const keyProvider = payloadOf('key-provider')
  return {
    composeHash: bytesToHex(payloadOf('compose-hash') ?? new Uint8Array(0)) as Digest,
    appId: bytesToHex(payloadOf('app-id') ?? new Uint8Array(0)),
    osImageHash: osImage ? bytesToHex(osImage) : null,
    keyProvider: keyProvider ? parseUtf8(keyProvider) : null,
  }
}
