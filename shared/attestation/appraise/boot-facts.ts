import { bytesToHex, parseUtf8 } from '../../bytes/bytes.ts'
import type { Digest } from '../../digest.ts'
import * as bootReasons from '../../words/english/evidence/boot-reasons.ts'
import type { BootEvent } from './parse-event-log.ts'
import { runtimeEventType } from './replay-rtmr.ts'

/** What the guest measured about itself before it was ready. */
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

/** The first events of RTMR3, by their index: nothing of the workload has run before them. Payloads in bytes. */
const firstEvents = [
  { name: 'system-preparing', length: 0 },
  { name: 'app-id', length: 20 },
  { name: 'compose-hash', length: 32 },
] as const

/** Payload lengths in bytes of facts that a boot may state, once at most. */
const otherFacts: Readonly<Record<string, readonly number[] | null>> = {
  'instance-id': [0, 20],
  'os-image-hash': [32],
  'boot-mr-done': [0],
  'key-provider': null,
}

/**
 * The facts, or a sentence why the log states none that can be believed. What was started is said by the
 * first events and by no other of their names; the other facts count only before the one `system-ready`,
 * and only once.
 */
export function readBootFacts(log: readonly BootEvent[]): BootFacts | string {
  const all = log.filter(({ imr }) => imr === 3)
  const events = all.filter(({ type }) => type === runtimeEventType)
  const ready = events.filter(({ name }) => name === 'system-ready')
  if (ready.length !== 1) return bootReasons.readyTimes(ready.length)
  if (ready[0]?.payload.length !== 0) return '"system-ready" has a payload'
  const before = events.slice(0, events.indexOf(ready[0]))
  const problem = firstProblem(all) ?? otherProblem(before)
  if (problem !== null) return problem
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

/** @param events every event of RTMR3, of whatever type */
function firstProblem(events: readonly BootEvent[]): string | null {
  for (const [index, { name, length }] of firstEvents.entries()) {
    const found = events.filter((event) => event.name === name)
    if (found.length !== 1) return bootReasons.times(name, found.length)
    if (events[index] !== found[0]) return bootReasons.place(name, index)
    if (found[0]?.payload.length !== length) {
      return bootReasons.payload(name, found[0]?.payload.length)
    }
  }
  return null
}

function otherProblem(before: readonly BootEvent[]): string | null {
  for (const [name, lengths] of Object.entries(otherFacts)) {
    const [found, ...more] = before.filter((event) => event.name === name)
    if (more.length > 0) return bootReasons.beforeReady(name, more.length + 1)
    if (found && lengths && !lengths.includes(found.payload.length)) {
      return bootReasons.payload(name, found.payload.length)
    }
  }
  return null
}
