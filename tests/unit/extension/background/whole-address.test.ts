import { expect, test } from 'vitest'
import { wholeAddress } from '../../../../extension/background/gateway/whole-address.ts'

test.each([
  ['localhost:8787', 'http://localhost:8787'],
  ['127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ['[::1]:8787/verify', 'http://[::1]:8787/verify'],
  ['localhost', 'http://localhost'],
  ['127.9.9.9', 'http://127.9.9.9'],
  ['gateway.localhost:8787/v1', 'http://gateway.localhost:8787/v1'],
  [' gateway.example ', 'https://gateway.example'],
  ['gateway.example:8443/verify', 'https://gateway.example:8443/verify'],
  // Others than this machine are never asked in clear, however alike they are written.
  ['127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
  ['127.0.0.1.2', 'https://127.0.0.1.2'],
  ['notlocalhost.example', 'https://notlocalhost.example'],
  ['localhost.example.com:80', 'https://localhost.example.com:80'],
  ['127.0.0.1@gateway.example', '127.0.0.1@gateway.example'],
  // With a scheme it is what it is.
  ['https://localhost:8787', 'https://localhost:8787'],
  ['http://gateway.example', 'http://gateway.example'],
  ['ftp://gateway.example', 'ftp://gateway.example'],
  ['no address', 'no address'],
])('%s is taken as %s', (typed, whole) => {
  expect(wholeAddress(typed)).toBe(whole)
})
