import { expect, test } from 'vitest'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import { passedOn } from '#shared/exchange/relay-client.ts'

test('a refusal that is nested too deep is passed on as a refusal, without its words', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const body = `{"error":{"code":"upstream_error","message":"m","checks":${deep}}}`
  const refused = passedOn(502, utf8ToBytes(body))
  expect(refused.message).toBe('The gateway refused with status 502')
})
