import { expect, test } from 'vitest'
import { fieldSchemes } from '#shared/near/field-scheme.ts'
import { readNearRequest } from '../../../../server/gateway/answer/request/read-near-request.ts'

const scheme = fieldSchemes['near-2']
const messages = [{ role: 'user', content: 'ab'.repeat(200) }]

function codeOf(request: object): string {
  try {
    return readNearRequest(scheme, Buffer.from(JSON.stringify(request)), 'host/model')
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a chat that a client encrypted is passed on with its host’s own model, and with nothing in clear', () => {
  const sealed = { model: 'host/model', messages }
  expect(codeOf(sealed)).toBe('buffered')
  expect(codeOf({ ...sealed, stream: true })).toBe('streamed')
  expect(codeOf({ ...sealed, model: 'another' })).toBe('invalid_request_error')
  const inClear = [...messages, { role: 'user', content: 'canary' }]
  expect(codeOf({ ...sealed, messages: inClear })).toBe('e2ee_decryption_failed')
})
