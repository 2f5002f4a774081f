import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKeyFiles, parsePrivateKey } from '../../../../server/gateway/signer/key-files.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const privateKey = new Uint8Array(32).fill(0xab)
const coded = (code: string) => expect.objectContaining({ code }) as unknown as Error

test('a key that was written is read again, and is for this user alone', () => {
  const folder = temporaryFolder()
  const files = openKeyFiles(folder)
  files.write('0xa', privateKey)
  const path = join(folder, 'signers', '0xa.key')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'signers')).mode & 0o777).toBe(0o700)
  expect(readFileSync(path, 'utf8')).toBe(`${'ab'.repeat(32)}\n`)
  expect(files.read('0xa')).toEqual(Buffer.from(privateKey))
})

test('a key that is destroyed is gone, and destroying it again is no mistake', () => {
  const folder = temporaryFolder()
  const files = openKeyFiles(folder)
  files.write('0xa', privateKey)
  files.write('0xb', privateKey)
  files.destroy('0xa')
  files.destroy('0xa')
  expect(() => files.read('0xa')).toThrow(coded('SIGNER_KEY_MISSING'))
  expect(readdirSync(join(folder, 'signers'))).toEqual(['0xb.key'])
})

test('a key is never written over another', () => {
  const files = openKeyFiles(temporaryFolder())
  files.write('0xa', privateKey)
  expect(() => files.write('0xa', new Uint8Array(32).fill(1))).toThrow(/EEXIST/)
  expect(files.read('0xa')).toEqual(Buffer.from(privateKey))
})

test('a key that is missing or broken is named by its file, and not shown', () => {
  const folder = temporaryFolder()
  const files = openKeyFiles(folder)
  expect(() => files.read('0xa')).toThrow(coded('SIGNER_KEY_MISSING'))
  expect(() => files.read('0xa')).toThrow(join(folder, 'signers', '0xa.key'))
  files.write('0xa', privateKey)
  writeFileSync(join(folder, 'signers', '0xa.key'), 'ab'.repeat(31))
  expect(() => files.read('0xa')).toThrow(coded('SIGNER_KEY_INVALID'))
  expect(() => files.read('0xa')).not.toThrow(/abab/)
})

test.each([
  '',
  '0x',
  'ab'.repeat(31),
  'ab'.repeat(33),
  `0x0x${'ab'.repeat(31)}`,
  `${'ab'.repeat(32)}\nx`,
  `x${'ab'.repeat(32)}`,
  ' '.repeat(64),
])('what is not 32 bytes in hex is no key (%j)', (text) => {
  expect(() => parsePrivateKey(text, 'SEAL_KEY')).toThrow(coded('SIGNER_KEY_INVALID'))
})
