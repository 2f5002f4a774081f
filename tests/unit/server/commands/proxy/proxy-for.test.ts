import { expect, test } from 'vitest'
import { proxyFor } from '../../../../../server/commands/proxy/proxy-for.ts'

const proxy = 'http://proxy.example:3128'

test.each<[string, Record<string, string>, string | null]>([
  ['https://gateway.example', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['https://gateway.example', { https_proxy: 'proxy.example:3128' }, `${proxy}/`],
  ['https://gateway.example', { https_proxy: proxy, HTTPS_PROXY: 'http://other' }, `${proxy}/`],
  ['http://gateway.example', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['http://gateway.example', { HTTPS_PROXY: proxy }, null],
  ['https://gateway.example', {}, null],
  ['https://gateway.example', { HTTPS_PROXY: '' }, null],
  // What is on this machine, whatever is said.
  ['http://127.0.0.1:8787', { HTTP_PROXY: proxy }, null],
  ['http://localhost:8787', { HTTP_PROXY: proxy }, null],
  ['http://[::1]:8787', { HTTP_PROXY: proxy }, null],
  ['https://gateway.localhost', { HTTPS_PROXY: proxy }, null],
  // Exceptions.
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, null],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: 'a, Gateway.Example' }, null],
  ['https://gateway.example', { HTTPS_PROXY: proxy, no_proxy: '.example' }, null],
  ['https://gateway.example', { HTTPS_PROXY: proxy, no_proxy: '*.example' }, null],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: 'gateway.example:443' }, null],
  [
    'https://gateway.example',
    { HTTPS_PROXY: proxy, NO_PROXY: 'gateway.example:8443' },
    `${proxy}/`,
  ],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: 'way.example' }, `${proxy}/`],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: '' }, `${proxy}/`],
])('%s under %o goes through %s', (address, variables, expected) => {
  expect(proxyFor(address, variables)?.href ?? null).toBe(expected)
})
