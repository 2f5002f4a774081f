import { expect, test } from 'vitest'
import { parseEventLog } from '#shared/attestation/appraise/parse-event-log.ts'
import { verifyMeasurements } from '#shared/attestation/appraise/verify-measurements.ts'
import { parseHex } from '#shared/bytes/bytes.ts'
import { applyChanges } from '../../../support/receipts/apply-changes.ts'
import vectors from '../../../vectors/event-log.countersign.json' with { type: 'json' }

test.each(vectors.cases)('$name', ({ changes, failed }) => {
  const given = applyChanges(vectors.base, changes)
  const [rtmr0 = '', rtmr1 = '', rtmr2 = '', rtmr3 = ''] = given.rtmr
  const checks = verifyMeasurements({
    td: {
      mrconfigid: parseHex(given.mrconfigid),
      rtmr: [parseHex(rtmr0), parseHex(rtmr1), parseHex(rtmr2), parseHex(rtmr3)],
    },
    eventLog: parseEventLog(JSON.stringify(given.event_log)),
    appCompose: given.app_compose,
  })
  expect(checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))).toEqual(failed)
})

test('each check of the boot can fail', () => {
  const failing = new Set(vectors.cases.flatMap(({ failed }) => failed))
  for (const id of [
    'measurement.events',
    'measurement.rtmr3',
    'measurement.boot-events',
    'measurement.mrconfigid',
  ]) {
    expect(failing).toContain(id)
  }
})
