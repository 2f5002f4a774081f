import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Json } from '#shared/canonical-json.ts'
import { fail } from '#shared/checks.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import {
  UpstreamRefused,
  UpstreamUnreachable,
} from '../../../../server/gateway/answer/choice/leg-failures.ts'
import { otherAnswer } from '../../../../server/gateway/answer/call-errors.ts'
import { planRelay } from '../../../../server/gateway/answer/plan-relay.ts'
import { GatewayError } from '../../../../server/gateway/common/errors.ts'

const asked = { request: { outline: {} }, endpoint: 'chat' }
const plan = planRelay({
  request: asked,
  model: {},
  upstream: { id: 'enclave' },
} as unknown as Parameters<typeof planRelay>[0])

const trouble = { kind: 'unreachable', status: null, cause: null } as const
const checks = refusedChecks([fail('channel.tls', 'other key')], ['channel.tls'])
const busy = new GatewayError('rate_limit_exceeded', 'busy')
const head = { status: 429, retryAfter: '9' } as ConstructorParameters<typeof UpstreamRefused>[0]

test.each([
  ['cannot be reached', new UpstreamUnreachable(null, trouble), 'upstream_error'],
  ['is not verified', new UpstreamUnreachable(checks, trouble), 'attestation_unavailable'],
  ['is busy', new UpstreamRefused(head, busy, null), 'rate_limit_exceeded'],
])('an encrypted request is sent once: where its enclave %s, it is refused', (_, failed, code) => {
  expect(plan.next(null).upstream).toBe('enclave')
  expect(() => plan.next(failed)).toThrow(expect.objectContaining({ code }) as Error)
})

test('a vector in clear is no answer to an encrypted request', () => {
  const { form } = planRelay({
    request: { request: { outline: { input: 'x' } }, endpoint: 'embeddings' },
    model: {},
    upstream: { id: 'enclave' },
  } as unknown as Parameters<typeof planRelay>[0])
  const inspect = (embedding: Json) => form.inspect?.({ data: [{ index: 0, embedding }] })
  expect(inspect('ab'.repeat(60))).toBeUndefined()
  const refused = expect.objectContaining({ code: 'unverified_enclave' }) as Error
  for (const clear of [[0.5], 'AAAAPw==']) expect(() => inspect(clear)).toThrow(refused)
})

/** How the enclave's own refusal is told. */
function toldOf(status: number, type: string) {
  const body = Readable.from([Buffer.from(JSON.stringify({ error: { type, message: 'no' } }))])
  const head = {
    status,
    mediaType: 'application/json',
    retryAfter: null,
    provenance: 'none',
  } as const
  const answer = { head: { ...head, hints: {} }, body, proof: null }
  return otherAnswer(answer, { wanted: 'application/json', forClient: plan.forClient })
}

test('an enclave refuses a request for its encryption, and says nothing that only a gateway says', async () => {
  const code = 'e2ee_decryption_failed'
  expect(await toldOf(400, code)).toMatchObject({ code })
  expect(await toldOf(500, code)).toBeInstanceOf(UpstreamRefused)
  expect(await toldOf(400, 'shown_mode_stale')).toMatchObject({ code: 'upstream_error' })
})
