import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  measure,
  runtimeEntry,
  type LogEntry,
} from '../../../../server/demo/enclave/make-event-log.ts'
import { appraiseCase, notPassed } from '../../../support/make-evidence.ts'
import { ownComposeHash, relabel, relabelledBoot } from '../../../support/relabelled-boot.ts'

test('one digest is that of two events when a name has a colon', () => {
  const entry = runtimeEntry('compose-hash', ownComposeHash)
  const other = relabel(entry)
  expect(runtimeEntry(other.event, other.event_payload).digest).toBe(entry.digest)
  expect(measure([other])).toEqual(measure([entry]))
})

test('a foreign compose file does not pass as the pinned one under a name with a colon', async () => {
  const { checks, enclave } = await appraiseCase({ plan: relabelledBoot })
  expect(enclave).toBeNull()
  const status = (id: string) => checks.find((check) => check.id === id)?.status
  // Everything else of the attack holds: the quote is genuine, and the log leads to its registers.
  expect(status('quote.signature')).toBe('pass')
  expect(status('measurement.rtmr3')).toBe('pass')
  expect(status('measurement.compose')).not.toBe('fail')
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
