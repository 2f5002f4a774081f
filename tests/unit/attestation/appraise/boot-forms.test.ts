import { createHash } from 'node:crypto'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { simulationReferenceValues } from '../../../../server/demo/enclave/make-enclave.ts'
import { appraiseCase, notPassed, testScalars } from '../../../support/make-evidence.ts'

interface Entry {
  readonly imr: number
  readonly event: string
  readonly event_payload: string
  readonly digest: string
}

/** The digest of an event in the form of newer guests (PROTOCOL.md §4.1). */
function inJsonForm<Event extends Entry>(entry: Event): Event {
  if (entry.imr !== 3) return entry
  const text = `{"name":${JSON.stringify(entry.event)},"payload":"${entry.event_payload}","type":134217729}`
  return { ...entry, digest: createHash('sha384').update(text).digest('hex') }
}

const blank = <Event extends Entry>(entry: Event): Event =>
  entry.imr === 3 ? { ...entry, digest: '' } : entry

test('a log with digests in JSON form replays, with and without the digests in it', async () => {
  const measuredLog = <Event extends Entry>(log: readonly Event[]) => log.map(inJsonForm)
  const shownLog = <Event extends Entry>(log: readonly Event[]) => log.map(blank)
  expect(notPassed((await appraiseCase({ plan: { measuredLog } })).checks)).toEqual([])
  expect(notPassed((await appraiseCase({ plan: { measuredLog, shownLog } })).checks)).toEqual([])
  expect(notPassed((await appraiseCase({ plan: { shownLog } })).checks)).toEqual([])
})

test('forms that are mixed in one log do not replay when the digests are left out', async () => {
  const { checks } = await appraiseCase({
    plan: {
      measuredLog: (log) =>
        log.map((entry, index) => (index % 2 === 0 ? inJsonForm(entry) : entry)),
      shownLog: (log) => log.map(blank),
    },
  })
  expect(notPassed(checks)).toContain('measurement.rtmr3')
})

const values = simulationReferenceValues(testScalars)
const [composeHash = ''] = values.compose_hashes
const [appId = ''] = values.app_ids
const zeros = '00'.repeat(15)

/** MRCONFIGID of form 2: compose hash, app id, kind of key provider (kms) and its id. */
const bound = keccak256(`0x${composeHash}${appId}023059`).slice(2)

test.each([
  ['form 1, for this compose file', `01${composeHash}${zeros}`, 'pass'],
  ['form 1, with something behind it', `01${composeHash}${'00'.repeat(14)}01`, 'fail'],
  ['form 2, for this configuration', `02${bound}${zeros}`, 'pass'],
  ['form 2, for another one', `02${'ab'.repeat(32)}${zeros}`, 'fail'],
  ['form 3, whose document is not there', `03${bound}${zeros}`, 'skip'],
  ['a form of no known kind', `09${bound}${zeros}`, 'fail'],
  ['nothing', '00'.repeat(48), 'skip'],
] as const)('MRCONFIGID with %s', async (_what, mrconfigid, status) => {
  const { checks, enclave } = await appraiseCase({ plan: { mrconfigid } })
  expect(checks.find(({ id }) => id === 'measurement.mrconfigid')?.status).toBe(status)
  expect(enclave === null).toBe(status === 'fail')
})
