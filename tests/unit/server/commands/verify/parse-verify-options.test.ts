import { expect, test } from 'vitest'
import { parseVerifyOptions } from '../../../../../server/commands/verify/parse-verify-options.ts'

const signer = ['--signer', `0x${'11'.repeat(20)}`]

test('a reader who names an address and a gateway is asked which of them is trusted', () => {
  expect(parseVerifyOptions(['answer.json', ...signer])).toMatchObject({ gateway: null })
  const both = ['answer.json', ...signer, '--gateway', 'https://gateway.example']
  expect(() => parseVerifyOptions(both)).toThrow(/--signer.*both given/)
})
