import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { configProblem, shapeOf } from '#shared/attestation/kinds/tinfoil/tinfoil-release.ts'
import { FormatError } from '#shared/errors.ts'

const register = (digit: string) => digit.repeat(96)
const text = 'models: []\n'
const config = Buffer.from(text).toString('base64')
const digest = createHash('sha256').update(text).digest('hex')
const code = (cmdline: string) => ({
  snp_measurement: register('1'),
  tdx_measurement: { rtmr1: register('2'), rtmr2: register('3') },
  cmdline,
  config,
})

test('the configuration is the one that the measured command line names, once', () => {
  const named = `tinfoil-config-hash=${digest}`
  expect(configProblem(code(`readonly=on ${named}`))).toBeNull()
  expect(configProblem(code(`tinfoil-config-hash=${'0'.repeat(64)}`))).toMatch(digest)
  expect(configProblem(code('readonly=on'))).toMatch(/does not name exactly one/)
  expect(configProblem(code(`${named} tinfoil-config-hash=x`))).toMatch(/does not name exactly one/)
  expect(configProblem(code(`x${named}`))).toMatch(/does not name exactly one/)
})

test('a machine is of a stated shape by both registers of one entry', () => {
  const shapes = {
    small: { mrtd: register('a'), rtmr0: register('b') },
    large: { mrtd: register('c'), rtmr0: register('d') },
  }
  expect(shapeOf(shapes, register('c'), register('d'))).toBe('large')
  expect(shapeOf(shapes, register('a'), register('d'))).toBeNull()
  expect(() => shapeOf({ odd: { mrtd: 'x' } }, register('a'), register('b'))).toThrow(FormatError)
})
