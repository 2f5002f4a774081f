import { expect, test } from 'vitest'
import { mayPass } from '../../../../extension/background/encrypt/may-pass.ts'
import { wordRefusal } from '../../../../extension/background/encrypt/word-refusal.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { whyInClearLine } from '#shared/judge/state/why-in-clear.ts'
import type { ApiErrorCode } from '#shared/api-error.ts'

// Which requests may leave in clear, and what is said of one that does and of one that does not.

const toBeHad: readonly ApiErrorCode[] = [
  'attestation_unavailable',
  'e2ee_tools_not_private',
  'e2ee_field_not_private',
  'e2ee_unsupported_endpoint',
  'model_not_found',
  'not_found',
  'request_too_large',
  'invalid_request_error',
]

const refused = (code: ApiErrorCode, param = 'stop') =>
  new ExchangeRefused({ code, message: 'It is refused.', param })

test.each(toBeHad)('under possible %s lets it pass for a reason of its own', (code) => {
  const why = mayPass({ takeover: 'possible', tools: 'ask' }, refused(code))
  expect(why && whyInClearLine(why)).toMatch(/^Not encrypted, although .*: .{20,}\.$/)
  expect(mayPass({ takeover: 'always', tools: 'ask' }, refused(code))).toBeNull()
})

test.each<ApiErrorCode>([
  'rate_limit_exceeded',
  'not_entitled',
  'invalid_api_key',
  'upstream_error',
])('under possible %s is the answer', (code) => {
  expect(mayPass({ takeover: 'possible', tools: 'ask' }, refused(code))).toBeNull()
})

test('the member that cannot be encrypted is named', () => {
  const why = mayPass({ takeover: 'possible', tools: 'ask' }, refused('e2ee_field_not_private'))
  expect(why).toEqual({ why: 'member', member: 'stop' })
  expect(why && whyInClearLine(why)).toContain('“stop”')
})

test.each([
  ['ask', 'sends its tools', 'choose once'],
  ['asking', 'sends its tools', 'choose once'],
  ['leave-out', 'uses tools', 'cannot be encrypted or left out'],
] as const)(
  'where tools are set to %s, refusal and card say the same reason',
  (tools, reason, todo) => {
    const why = mayPass({ takeover: 'possible', tools }, refused('e2ee_tools_not_private'))
    expect(why && whyInClearLine(why)).toContain(reason)
    const { error } = JSON.parse(wordRefusal(refused('e2ee_tools_not_private'), tools)) as {
      readonly error: { readonly message: string; readonly code: string }
    }
    expect(error.code).toBe('e2ee_tools_not_private')
    expect(error.message).toContain(reason)
    expect(error.message).toContain(todo)
  },
)
