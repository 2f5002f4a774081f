import { expect, test } from 'vitest'
import { parseProxyOptions } from '../../../../../server/commands/proxy/parse-proxy-options.ts'

const enclave = ['--enclave', 'https://enclave.example/v1']

test.each([
  ['a signer that is not an address', ['--development', '--signer', '0x12'], /is not an address/],
  [
    'an origin that is none',
    ['--development', '--allow-origin', 'localhost:3000'],
    /is not an origin/,
  ],
  ['an option without its value', ['--clear'], /^The options/],
  [
    'what belongs to a gateway',
    [...enclave, '--development', '--clear', 'tools'],
    /--clear: belongs to a gateway/,
  ],
  [
    'a simulation without development mode',
    [...enclave, '--reference-values', 'pins.json', '--simulation-root', 'root.pem'],
    /--simulation-root: needs --development/,
  ],
])('%s is refused, and named', (_what, args, why) => {
  expect(() => parseProxyOptions(args, {})).toThrow(
    expect.objectContaining({
      name: 'ConfigError',
      message: expect.stringMatching(why) as string,
    }) as Error,
  )
})
