import { expect, test } from 'vitest'
import { addressesOf, withQuery } from '../../../../extension/page/gateway-address.ts'

/** As the hook and the browser see an address: written by a URL parser. */
function leadsTo(gateway: string, address: string): boolean {
  return new RegExp(addressesOf(gateway)).test(new URL(address).href)
}

test.each([
  ['https://gw.example', 'https://gw.example/v1/chat/completions'],
  ['https://gw.example', 'HTTPS://GW.EXAMPLE'],
  ['https://gw.example', 'http://gw.example/v1'],
  ['https://gw.example', 'http://gw.example:443/v1'],
  ['https://gw.example', 'wss://gw.example/?q'],
  ['https://gw.example', 'https://gw.example./v1'],
  ['https://gw.example', 'https://u:p@gw.example/v1'],
  ['https://gw.example', 'https://u%40other.example:p@gw.example./v1'],
  ['https://gw.example.', 'https://gw.example/v1'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/v1'],
  ['http://127.0.0.1:8787', 'ws://0x7f.1:8787/v1'],
  ['http://[::1]:8787', 'http://u@[0:0::1]:8787/v1'],
])('to the gateway %s leads %s', (gateway, address) => {
  expect(leadsTo(gateway, address)).toBe(true)
})

test.each([
  ['https://gw.example', 'https://gw.example.other.example/v1'],
  ['https://gw.example', 'https://gw.example:8443/v1'],
  ['https://gw.example', 'https://other.example/https://gw.example/v1'],
  ['https://gw.example', 'https://gw.example:p@other.example/v1'],
  ['https://gw.example', 'https://other.example?@gw.example/v1'],
  ['https://gw.example', 'https://gwxexample/v1'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1/v1'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:18787/v1'],
])('to the gateway %s does not lead %s', (gateway, address) => {
  expect(leadsTo(gateway, address)).toBe(false)
})

test('an address asks something when there is a question mark before its fragment', () => {
  const asking = new RegExp(`${addressesOf('https://gw.example')}${withQuery}`)
  expect(asking.test('https://gw.example/v1/models?q=words')).toBe(true)
  expect(asking.test('https://gw.example/?')).toBe(true)
  expect(asking.test('https://gw.example/v1/models')).toBe(false)
  expect(asking.test('https://gw.example/v1/models#words?')).toBe(false)
})
