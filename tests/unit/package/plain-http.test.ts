import { expect, test } from 'vitest'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { parseProxyOptions } from '../../../server/commands/proxy/parse-proxy-options.ts'

// A key is shown to nobody on the way: package and proxy ask a gateway over http on this machine alone.

const elsewhere = [
  'http://gateway.example',
  'http://10.0.0.1:8787/v1',
  'http://127.0.0.1.example',
  'http://localhost.example',
]
const here = ['http://127.0.0.1:8787', 'http://localhost:1', 'http://[::1]:1', 'http://a.localhost']

const proxyArgs = (gateway: string) => ['--development', '--gateway', gateway]

test.each(elsewhere)('%s is refused, unless that is accepted', (gateway) => {
  const options = { gateway, atLeast: 'e2ee' } as const
  expect(() => countersignFetch(options)).toThrow('begins with http')
  expect(() => countersignFetch({ ...options, plainHttp: 'accept' })).not.toThrow()
  expect(() => parseProxyOptions(proxyArgs(gateway), {})).toThrow('begins with http')
  expect(parseProxyOptions([...proxyArgs(gateway), '--plain-http'], {})).toMatchObject({
    gatewayUrl: gateway,
  })
})

test.each([...here, 'https://gateway.example'])('%s is asked', (gateway) => {
  expect(() => countersignFetch({ gateway, atLeast: 'e2ee' })).not.toThrow()
  expect(parseProxyOptions(proxyArgs(gateway), {})).toMatchObject({ gatewayUrl: gateway })
})
