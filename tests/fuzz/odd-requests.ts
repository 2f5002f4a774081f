import { deflateRawSync, gzipSync } from 'node:zlib'
import { chatCase, chatPath, type FuzzCase } from './fuzz-case.ts'
import type { Random } from './random.ts'

/** A good body in a coding or character set that was, or was not, announced. */
export function oddEncoding(body: string, random: Random): FuzzCase {
  const type = random.pick([
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/json;charset="utf-8"',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=utf-7',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    '/',
    '',
  ])
  const bytes = random.pick([
    () => Buffer.from(body),
    () => Buffer.from(body, 'utf16le'),
    () => Buffer.from(body, 'latin1'),
    () => gzipSync(body),
    () => deflateRawSync(body),
  ])()
  const coding = random.pick(['', 'gzip', 'br', 'identity', 'deflate', 'x-none', 'gzip, gzip'])
  const headers = {
    ...(type === '' ? {} : { 'content-type': type }),
    ...(coding === '' ? {} : { 'content-encoding': coding }),
  }
  return chatCase('encoding', bytes, { headers })
}

/** A good body under headers that nobody should trust. */
export function oddHeaders(body: string, random: Random): FuzzCase {
  const name = random.pick([
    'authorization',
    'x-forwarded-for',
    'x-request-id',
    'x-svc-release',
    'x-e2ee-version',
    'accept',
    'accept-encoding',
    'openai-organization',
    'cookie',
    'origin',
  ])
  const value = random.pick([
    'Bearer ',
    'Bearer none',
    `Bearer sk-csn-${'A'.repeat(43)}`,
    'Basic eDp5',
    'bearer a b',
    '1.2.3.4, ::1, %00, x',
    "' or 1=1 --",
    '../../etc/passwd',
    '${jndi:ldap://x}',
    '\u00e9\u00ff',
    '*/*;q=nan',
    'x'.repeat(8_000),
    '2',
    'proven',
  ])
  return chatCase('headers', body, {
    headers: { 'content-type': 'application/json', [name]: value },
  })
}

/** Bodies for other endpoints that read one, and other ways to write the path. */
export function oddPath(body: Buffer, random: Random): FuzzCase {
  const path = random.pick([
    '/chat/completions',
    '/v1/chat/completions/',
    '//v1//chat/completions',
    '/v1/chat/completions?model=x&__proto__=1',
    '/v1/chat/completions/%00',
    '/v1/chat/%63ompletions',
    '/v1/models',
    '/api/keys/self/redeem',
    '/api/keys/self/rotate',
    '/api/e2ee/relay',
    '/%ff',
    `/${'a'.repeat(4_000)}`,
  ])
  return chatCase('path', body, { path })
}

/** Requests that a client library would refuse to write. */
export function rawRequest(body: string, random: Random): FuzzCase {
  const length = Buffer.byteLength(body)
  const head = (...lines: readonly string[]) =>
    [
      `POST ${chatPath} HTTP/1.1`,
      'host: 127.0.0.1',
      'content-type: application/json',
      ...lines,
      '',
      '',
    ].join('\r\n')
  const forms: readonly [() => string, ...(() => string)[]] = [
    () =>
      `${head(`content-length: ${length}`, 'x-a: b\r\nx-injected: yes', 'x-b: c\rd: e')}${body}`,
    () => `${head(`content-length: ${length}`, 'x-a: b\nauthorization: Bearer smuggled')}${body}`,
    () => `${head(`content-length: ${length}`, 'x-a: \u0000\u0001')}${body}`,
    () => `${head(`content-length: ${length}`, ' folded: x', '\tand more')}${body}`,
    () => `${head(`content-length: ${length}`, 'transfer-encoding: chunked')}${body}`,
    () => `${head(`content-length: ${length}`, `content-length: ${length + 1}`)}${body}`,
    () => `${head('content-length: -1')}${body}`,
    () => `${head('content-length: 0x10')}${body}`,
    () => `${head('content-length: 99999999999999999999')}${body}`,
    () => `${head('transfer-encoding: chunked')}zz\r\n${body}\r\n0\r\n\r\n`,
    () => `${head('transfer-encoding: chunked')}ffffffffffffffff\r\n${body}`,
    () => `${head('transfer-encoding: chunked, identity')}${body}`,
    () => `${head(`x-long: ${'x'.repeat(40_000)}`)}${body}`,
    () => `${head(...Array.from({ length: 3_000 }, (_, index) => `x-${index}: y`))}${body}`,
    () => `GET ${chatPath} HTTP/9.9\r\n\r\n`,
    () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
    () => `\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n`,
    () => `POST http://[::1 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
    () => `POST ${chatPath}\u0000 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
  ]
  const text = random.pick(forms)()
  return chatCase('raw', Buffer.from(text, 'latin1'), { transport: 'raw' })
}

/** A request whose caller goes away before it is whole. */
export function cutRequest(body: string, random: Random): FuzzCase {
  const bytes = Buffer.from(body)
  const head = `POST ${chatPath} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length + random.int(3)}\r\n\r\n`
  const whole = Buffer.concat([Buffer.from(head), bytes])
  return chatCase('cut', whole.subarray(0, random.int(whole.length) + 1), { transport: 'cut' })
}
