import { expect, test } from 'vitest'
import { madeBy, notProven, proven, refused } from '#shared/evidence-check.ts'
import { providerChecks } from '#shared/judge/provider/provider-checks.ts'
import { verificationOf } from '#shared/judge/provider/provider-kinds.ts'

test('only what the reader checked passes or fails; what others say of it decides nothing', () => {
  const made = [
    proven('snp.tcb'),
    refused('code.measurement', 'no'),
    notProven('channel.peer', 'no'),
  ]
  const statusesBy = (by: 'us' | 'nvidia' | 'provider') =>
    providerChecks(madeBy(by, made)).map(({ status }) => status)
  expect(statusesBy('us')).toEqual(['pass', 'fail', 'skip'])
  expect(statusesBy('nvidia')).toEqual(['skip', 'skip', 'skip'])
  expect(statusesBy('provider')).toEqual(['skip', 'skip', 'skip'])
})

test('an enclave under a simulation’s roots has another name than hardware', () => {
  expect(verificationOf('near-direct', 'tdx', 'hardware')).toBe('near-tdx-dcap/1')
  expect(verificationOf('near-direct', 'tdx', 'simulation')).toBe('near-tdx-simulated/1')
  expect(verificationOf('near-direct', 'sev-snp', 'hardware')).toBe(null)
})
