import { expect, test } from 'vitest'
import { measure, runtimeEntry } from '../../../../server/demo/enclave/hardware/make-event-log.ts'
import { ownComposeHash, relabel } from '../../../support/relabelled-boot.ts'

test('one digest is that of two events when a name has a colon', () => {
  const entry = runtimeEntry('compose-hash', ownComposeHash)
  const other = relabel(entry)
  expect(runtimeEntry(other.event, other.event_payload).digest).toBe(entry.digest)
  expect(measure([other])).toEqual(measure([entry]))
})
