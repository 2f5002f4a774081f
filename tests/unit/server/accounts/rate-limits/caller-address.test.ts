import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressSubject } from '../../../../../server/gateway/accounts/rate-limits/caller-address.ts'

const hmacKey = new Uint8Array(32).fill(7)
const subject = (ip: string) => addressSubject(ip, hmacKey)

const hextet = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
const ipv4 = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })

test('IPv6 addresses of one /64 share a budget', () => {
  fc.assert(
    fc.property(
      // 2000::/3, the addresses of the Internet.
      fc.integer({ min: 0x2000, max: 0x3fff }).map((value) => value.toString(16)),
      fc.array(hextet, { minLength: 3, maxLength: 3 }),
      fc.array(hextet, { minLength: 4, maxLength: 4 }),
      fc.array(hextet, { minLength: 4, maxLength: 4 }),
      (first, network, one, other) => {
        const prefix = [first, ...network].join(':')
        expect(subject(`${prefix}:${one.join(':')}`)).toBe(subject(`${prefix}:${other.join(':')}`))
      },
    ),
  )
})

test('addresses of two /64 do not, even where only the last bit differs', () => {
  expect(subject('2001:db8:1:2::1')).not.toBe(subject('2001:db8:1:3::1'))
  expect(subject('2001:db8:1:2::')).not.toBe(subject('2001:db8:0:2::'))
  expect(subject('2001:db8::1')).not.toBe(subject('2001:db9::1'))
})

test('the ways to write one IPv6 address are one', () => {
  const written = ['2001:db8::1:0:0:0', '2001:db8:0:0:1::', '2001:0DB8:0:0:0001:0000:0:0']
  expect(new Set(written.map(subject)).size).toBe(1)
})

test('an IPv4 address counts as it is, and written as IPv6 it is the same', () => {
  fc.assert(
    fc.property(ipv4, ipv4, (bytes, others) => {
      const ip = bytes.join('.')
      const hex = Buffer.from(bytes).toString('hex')
      expect(subject(`::ffff:${ip}`)).toBe(subject(ip))
      expect(subject(`::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`)).toBe(subject(ip))
      expect(subject(ip) === subject(others.join('.'))).toBe(ip === others.join('.'))
    }),
  )
})

test('what is no address has one budget for all', () => {
  expect(subject('')).toBe(subject('unix:'))
  expect(subject('nonsense')).not.toBe(subject('203.0.113.1'))
})

test('a subject does not show the address, and says nothing in another process', () => {
  for (const ip of ['203.0.113.1', '2001:db8::1']) {
    expect(subject(ip)).toMatch(/^addr:[A-Za-z0-9_-]{43}$/)
    expect(addressSubject(ip, new Uint8Array(32).fill(8))).not.toBe(subject(ip))
  }
})
