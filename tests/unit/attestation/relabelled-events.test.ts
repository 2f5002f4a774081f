import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { appCompose } from '../../../server/simulator/app-compose.ts'
import { measure, runtimeEntry, type LogEntry } from '../../../server/simulator/make-event-log.ts'
import { appraiseCase, notPassed, type EvidenceCase } from '../../support/make-evidence.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A compose file of the attacker's whose hash begins with the byte of a colon. */
function grindCompose(): string {
  for (let tries = 0; ; tries += 1) {
    const text = appCompose('other').replace('simulated-enclave', `ground-${tries}`)
    if (sha256(text).startsWith('3a')) return text
  }
}

const own = grindCompose()
const pinned = appCompose('pinned')

/** The attacker's own measurement, cut at its second colon: other name, other payload, same digest. */
function relabel(entry: LogEntry): LogEntry {
  return entry.event === 'compose-hash'
    ? { ...entry, event: 'compose-hash:', event_payload: entry.event_payload.slice(2) }
    : entry
}

/** Runs the attacker's software, measures the pinned hash after it, and shows the first one relabelled. */
const attack: EvidenceCase = {
  plan: {
    compose: own,
    mrconfigid: '00'.repeat(48),
    measuredLog: (log) =>
      log.flatMap((entry) =>
        entry.event === 'instance-id'
          ? [entry, runtimeEntry('compose-hash', sha256(pinned))]
          : [entry],
      ),
    shownLog(log) {
      let relabelled = false
      return log.map((entry) => {
        if (relabelled || entry.event !== 'compose-hash') return entry
        relabelled = true
        return relabel(entry)
      })
    },
  },
  report(report) {
    report.attestation.evidence.app_compose = pinned
    return report
  },
}

test('one digest is that of two events when a name has a colon', () => {
  const entry = runtimeEntry('compose-hash', sha256(own))
  const other = relabel(entry)
  expect(runtimeEntry(other.event, other.event_payload).digest).toBe(entry.digest)
  expect(measure([other])).toEqual(measure([entry]))
})

test('a foreign compose file does not pass as the pinned one under a name with a colon', async () => {
  const { checks, enclave } = await appraiseCase(attack)
  expect(enclave).toBeNull()
  const status = (id: string) => checks.find((check) => check.id === id)?.status
  // Everything else of the attack holds: the quote is genuine, and the log leads to its registers.
  expect(status('quote.signature')).toBe('pass')
  expect(status('measurement.rtmr3')).toBe('pass')
  expect(status('measurement.events')).toBe('fail')
  expect(status('measurement.boot-events')).toBe('fail')
})

const colonEvent = runtimeEntry('app:event', '00')
const asJson = (entry: LogEntry): LogEntry => ({
  ...entry,
  digest: createHash('sha384')
    .update(
      `{"name":"${entry.event}","payload":"${entry.event_payload}","type":${entry.event_type}}`,
    )
    .digest('hex'),
})

test.each<[string, readonly LogEntry[]]>([
  ['after system-ready', [colonEvent]],
  ['in the JSON form', [asJson(colonEvent)]],
  ['with nothing but the colon', [runtimeEntry(':', '')]],
])('a name with a colon in RTMR3 is refused %s', async (_where, added) => {
  const { checks } = await appraiseCase({ plan: { measuredLog: (log) => [...log, ...added] } })
  expect(notPassed(checks)).toEqual(['measurement.events'])
})

const isOf = (name: string) => (entry: LogEntry) => entry.event === name
const without = (name: string) => (log: readonly LogEntry[]) =>
  log.filter((entry) => !isOf(name)(entry))

/** Moves an event of the boot in front of another one. */
function moved(name: string, before: string) {
  return (log: readonly LogEntry[]) =>
    without(name)(log).flatMap((entry) =>
      entry.event === before ? [...log.filter(isOf(name)), entry] : [entry],
    )
}

const doubled = (name: string, at: number) => (log: readonly LogEntry[]) =>
  log.toSpliced(at, 0, ...log.filter(isOf(name)))

test.each<[string, (log: readonly LogEntry[]) => readonly LogEntry[]]>([
  ['without system-preparing', without('system-preparing')],
  ['without app-id', without('app-id')],
  ['without compose-hash', without('compose-hash')],
  ['with compose-hash before app-id', moved('compose-hash', 'app-id')],
  ['with another event before compose-hash', moved('instance-id', 'compose-hash')],
  ['with another event first', moved('storage-fs', 'system-preparing')],
  ['with compose-hash twice', doubled('compose-hash', 9)],
  ['with compose-hash again after system-ready', doubled('compose-hash', 14)],
  ['with app-id again after system-ready', doubled('app-id', 14)],
  ['with system-preparing twice', doubled('system-preparing', 6)],
  [
    'with system-preparing that carries something',
    (log) => [
      ...log.filter(({ imr }) => imr !== 3),
      runtimeEntry('system-preparing', '00'),
      ...without('system-preparing')(log).filter(({ imr }) => imr === 3),
    ],
  ],
])('a boot %s does not say clearly what was started', async (_what, measuredLog) => {
  const { checks, enclave } = await appraiseCase({ plan: { measuredLog } })
  expect(enclave).toBeNull()
  const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
  expect(failed).toEqual(['measurement.boot-events'])
})

test('where in the log the events of other registers stand does not matter', async () => {
  const { checks } = await appraiseCase({
    plan: {
      measuredLog: (log) => [
        ...log.filter(({ imr }) => imr === 3),
        ...log.filter(({ imr }) => imr !== 3),
      ],
    },
  })
  expect(notPassed(checks)).toEqual([])
})
