import { createHash } from 'node:crypto'
import { keccak256 } from 'viem'
import { simulationReferenceValues } from '../../../server/demo/enclave/make-enclave.ts'
import { runtimeEntry, type LogEntry } from '../../../server/demo/enclave/hardware/make-event-log.ts'
import { testScalars } from '../../support/enclave/make-evidence.ts'
import { relabelledBoot } from '../../support/enclave/relabelled-boot.ts'
import type { EvidenceVectorCase } from './evidence-vector-case.ts'

type Change = (log: readonly LogEntry[]) => readonly LogEntry[]

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

/** Boots that do not say clearly what was started. */
const unclearBoots: readonly (readonly [string, Change])[] = [
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
  ['without system-ready', without('system-ready')],
  ['with system-ready twice', doubled('system-ready', 14)],
  [
    'with system-preparing that carries something',
    (log) => [
      ...log.filter(({ imr }) => imr !== 3),
      runtimeEntry('system-preparing', '00'),
      ...without('system-preparing')(log).filter(({ imr }) => imr === 3),
    ],
  ],
]

/** The digest of an event in the form of newer guests (PROTOCOL.md §4.1). */
function inJsonForm(entry: LogEntry): LogEntry {
  if (entry.imr !== 3) return entry
  const text = `{"name":${JSON.stringify(entry.event)},"payload":"${entry.event_payload}","type":134217729}`
  return { ...entry, digest: createHash('sha384').update(text).digest('hex') }
}

const blank = (entry: LogEntry): LogEntry => (entry.imr === 3 ? { ...entry, digest: '' } : entry)
const colonEvent = runtimeEntry('app:event', '00')
const adding =
  (...added: readonly LogEntry[]): Change =>
  (log) => [...log, ...added]

/** Logs in each form, and events that could be read as others. */
export const logCases: readonly EvidenceVectorCase[] = [
  { name: 'a log in JSON form', failed: [], evidence: { plan: { measuredLog: (log) => log.map(inJsonForm) } } },
  {
    name: 'a log in JSON form, shown without digests',
    failed: [],
    evidence: {
      plan: { measuredLog: (log) => log.map(inJsonForm), shownLog: (log) => log.map(blank) },
    },
  },
  {
    name: 'a log in binary form, shown without digests',
    failed: [],
    evidence: { plan: { shownLog: (log) => log.map(blank) } },
  },
  {
    name: 'a log in both forms, shown without digests',
    failed: ['measurement.rtmr3'],
    evidence: {
      plan: {
        measuredLog: (log) => log.map((entry, at) => (at % 2 === 0 ? inJsonForm(entry) : entry)),
        shownLog: (log) => log.map(blank),
      },
    },
  },
  {
    name: 'an event shown with the digest of another one',
    failed: ['measurement.events'],
    evidence: {
      plan: {
        shownLog: (log) =>
          log.map((entry, _at, all) =>
            isOf('app-id')(entry) ? { ...entry, digest: all.find(isOf('compose-hash'))?.digest ?? '' } : entry,
          ),
      },
    },
  },
  {
    name: 'a log in which the events of RTMR3 stand first',
    failed: [],
    evidence: {
      plan: {
        measuredLog: (log) => [
          ...log.filter(({ imr }) => imr === 3),
          ...log.filter(({ imr }) => imr !== 3),
        ],
      },
    },
  },
  ...(
    [
      ['behind system-ready', colonEvent],
      ['in JSON form', inJsonForm(colonEvent)],
      ['of nothing else', runtimeEntry(':', '')],
    ] as const
  ).map(([where, event]) => ({
    name: `a name with a colon, ${where}`,
    failed: ['measurement.events'],
    evidence: { plan: { measuredLog: adding(event) } },
  })),
  {
    name: 'a foreign compose file that is measured, and shown under a name with a colon',
    failed: ['measurement.events', 'measurement.boot-events'],
    evidence: { plan: relabelledBoot },
  },
  ...unclearBoots.map(([what, measuredLog]) => ({
    name: `a boot ${what}`,
    failed: ['measurement.boot-events'],
    evidence: { plan: { measuredLog } },
  })),
]

const values = simulationReferenceValues(testScalars)
const [composeHash = ''] = values.compose_hashes
const [appId = ''] = values.app_ids
const zeros = '00'.repeat(15)
/** MRCONFIGID of form 2: compose hash, app id, kind of key provider (kms) and its id. */
const bound = keccak256(`0x${composeHash}${appId}023059`).slice(2)

/** MRCONFIGID in each form. */
export const configurationCases: readonly EvidenceVectorCase[] = (
  [
    ['form 1, for this compose file', `01${composeHash}${zeros}`, false],
    ['form 1, with something behind it', `01${composeHash}${'00'.repeat(14)}01`, true],
    ['form 2, for this configuration', `02${bound}${zeros}`, false],
    ['form 2, for another one', `02${'ab'.repeat(32)}${zeros}`, true],
    ['form 3, whose document is not there', `03${bound}${zeros}`, false],
    ['a form of no known kind', `09${bound}${zeros}`, true],
    ['nothing in it', '00'.repeat(48), false],
  ] as const
).map(([form, mrconfigid, isWrong]) => ({
  name: `MRCONFIGID of ${form}`,
  failed: isWrong ? ['measurement.mrconfigid'] : [],
  evidence: { plan: { mrconfigid } },
}))
