import { expect, test } from 'vitest'
import { compareModes, isMode, modes, privacyLabel } from '#shared/modes.ts'

test('modes are ordered from anonymized to e2ee', () => {
  expect([...modes].toSorted(compareModes)).toEqual(['anonymized', 'private', 'tee', 'e2ee'])
})

test('a simulated enclave has one label in every mode, and it claims no hardware', () => {
  for (const mode of modes) {
    expect(privacyLabel(mode, 'aci-tdx-simulated/1')).toBe('Simulated enclave, no hardware proof')
  }
})

test('each mode has words of its own', () => {
  expect(new Set(modes.map((mode) => privacyLabel(mode, undefined))).size).toBe(4)
})

test('only the four modes are modes', () => {
  expect([...modes, 'sealed', '', null, 'toString'].filter(isMode)).toEqual(modes)
})
