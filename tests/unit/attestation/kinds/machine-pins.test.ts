import { describe, expect, test } from 'vitest'
import {
  checkRegisters,
  differsFrom,
  nearestPin,
  type MachinePin,
} from '#shared/attestation/kinds/machine-pins.ts'
import { nearRegisters } from '#shared/attestation/kinds/near-enclave.ts'
import { parseNearReport } from '#shared/attestation/kinds/parse-near-report.ts'
import { documentOf } from '../../../support/providers/judge-changed.ts'
import { hasRecordings, withoutRecordings } from '../../../support/providers/provider-recordings.ts'

const running = { mrtd: 'aa', rtmr0: 'bb', compose_hash: 'cc' }
const pin = (at: string, registers: object): MachinePin => ({ at, source: 'a test', ...registers })

test('one pin that holds in all it names is enough', () => {
  const [check] = checkRegisters(running, [
    pin('2026-01-01', { ...running, mrtd: 'a0' }),
    pin('2026-01-02', { mrtd: 'aa', rtmr0: 'bb' }),
  ])
  expect(check).toMatchObject({ by: 'us', status: 'pass', detail: 'as accepted on 2026-01-02' })
})

test.each(Object.keys(running))('another %s than in any pin fails, and is named', (name) => {
  const [check] = checkRegisters({ ...running, [name]: 'ff' }, [pin('2026-01-01', running)])
  expect(check).toMatchObject({ id: 'code.registers', by: 'us', status: 'fail' })
  expect(check).toHaveProperty('reason', expect.stringContaining(`${name} is ff`))
})

test('values of two pins together make no machine', () => {
  const pins = [
    pin('2026-01-01', { ...running, mrtd: 'a0' }),
    pin('2026-01-02', { ...running, rtmr0: 'b0' }),
  ]
  expect(checkRegisters(running, pins)).toMatchObject([{ status: 'fail' }])
})

test('what a pin names and a machine does not measure differs', () => {
  const [check] = checkRegisters(running, [pin('2026-01-01', { ...running, app_id: 'dd' })])
  expect(check).toMatchObject({
    status: 'fail',
    reason: expect.stringContaining('app_id is absent'),
  })
})

test('without pins it is the provider who says what runs', () => {
  expect(checkRegisters(running, [])).toMatchObject([{ by: 'provider', status: 'not-proven' }])
})

test('the pin to compare with is the one that differs least, and then the newest', () => {
  const far = pin('2026-03-01', { mrtd: 'a0', rtmr0: 'b0' })
  const old = pin('2026-01-01', { mrtd: 'a0', rtmr0: 'bb' })
  const near = pin('2026-02-01', { mrtd: 'a1', rtmr0: 'bb' })
  expect(nearestPin([far, old, near], running)).toBe(near)
})

describe.skipIf(!hasRecordings)(`recorded hosts${withoutRecordings}`, () => {
  const registersOf = (name: string) =>
    nearRegisters(parseNearReport(JSON.parse(documentOf(name)) as unknown))

  test('what ran on a host of NEAR in April is not what ran in June', () => {
    const [april, june] = ['near-direct-2026-04-24', 'near-direct-2026-06-29'].map(registersOf)
    const pinned = pin('2026-04-24', april ?? {})
    expect(Object.keys(april ?? {})).toEqual([
      'mrtd',
      'rtmr0',
      'rtmr1',
      'rtmr2',
      'compose_hash',
      'app_id',
    ])
    expect(differsFrom(pinned, april ?? {})).toEqual([])
    expect(differsFrom(pinned, june ?? {})).toContain('compose_hash')
    expect(differsFrom(pinned, june ?? {})).not.toContain('app_id')
  })
})
