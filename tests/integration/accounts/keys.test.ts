import { expect, test } from 'vitest'
import { adminHere } from '../../support/gateway/admin-here.ts'
import { ask, type ErrorBody } from '../../support/requests/ask.ts'
import { startWithUpstream } from '../../support/gateway/start-with-upstream.ts'

const { gateway } = await startWithUpstream()

async function admin(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await adminHere(gateway.dataDir, args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

/** The code of a new voucher; its id stands before it. */
async function makeVoucher(...options: string[]): Promise<string> {
  return (await admin('voucher', ...options)).split('  ')[1] ?? ''
}

interface Made {
  readonly id: string
  readonly key: string
}

async function makeKey(): Promise<Made & { readonly headers: { readonly authorization: string } }> {
  const answer = await ask(`${gateway.baseUrl}/api/keys`, '')
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const made = answer.json<Made>()
  return { ...made, headers: { authorization: `Bearer ${made.key}` } }
}

const redeem = (headers: { authorization: string }, code: string) =>
  ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code }, headers)

const askPaid = (headers: { authorization: string }) =>
  ask(
    `${gateway.baseUrl}/v1/chat/completions`,
    { model: 'test-paid', messages: [{ role: 'user', content: 'x' }] },
    headers,
  )

test('a key has the promised form and starts on the first plan', async () => {
  const { key, headers } = await makeKey()
  expect(key).toMatch(/^sk-csn-[A-Za-z0-9_-]{43}$/)
  const self = await (await fetch(`${gateway.baseUrl}/api/keys/self`, { headers })).json()
  expect(self).toMatchObject({ plan: 'free', plan_until: null })
  expect(JSON.stringify(self)).not.toContain(key)
})

test('a rotated key ends at once, and the new one keeps the plan', async () => {
  const { headers, id } = await makeKey()
  await admin('grant', id, 'paid')
  const rotated = await ask(`${gateway.baseUrl}/api/keys/self/rotate`, '', headers)
  expect(rotated.headers.get('cache-control')).toBe('no-store')
  const { key } = rotated.json<Made>()
  expect((await askPaid(headers)).status).toBe(401)
  expect((await askPaid({ authorization: `Bearer ${key}` })).status).toBe(200)
})

test('a revoked key is refused, whoever revoked it', async () => {
  const own = await makeKey()
  await fetch(`${gateway.baseUrl}/api/keys/self`, { method: 'DELETE', headers: own.headers })
  const other = await makeKey()
  await admin('revoke', other.id)
  for (const { headers } of [own, other]) {
    const answer = await askPaid(headers)
    expect(answer.status).toBe(401)
    expect(answer.json<ErrorBody>().error.code).toBe('invalid_api_key')
  }
})

test('a voucher raises the plan once, and entitles at once', async () => {
  const { headers } = await makeKey()
  expect((await askPaid(headers)).status).toBe(403)
  const code = await makeVoucher('--plan', 'paid', '--days', '30')
  expect(code).toMatch(/^CSNV(-[0-9A-HJKMNP-TV-Z]{5}){5}$/)
  const redeemed = await redeem(headers, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
  expect(redeemed.json()).toMatchObject({ plan: 'paid', plan_until: expect.any(String) as string })
  const paid = await askPaid(headers)
  expect(paid.status).toBe(200)
  expect(paid.json<{ svc: object }>().svc).toMatchObject({ content_policy: 'uncensored' })

  const rich = await makeKey()
  await admin('grant', rich.id, 'paid')
  const needless = await redeem(rich.headers, await makeVoucher())
  expect([needless.status, needless.json<ErrorBody>().error.code]).toEqual([
    409,
    'voucher_not_needed',
  ])
  const again = await redeem((await makeKey()).headers, code)
  expect([again.status, again.json<ErrorBody>().error.code]).toEqual([409, 'voucher_redeemed'])
})

test('an unknown code, a missing code and a missing key have errors of their own', async () => {
  const { headers } = await makeKey()
  const codes = await Promise.all([
    redeem(headers, 'CSNV-00000-00000-00000-00000-00000'),
    ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code: 7 }, headers),
    ask(`${gateway.baseUrl}/api/keys/self/redeem`, '{', headers),
    ask(`${gateway.baseUrl}/api/keys/self/redeem`, { code: 'x' }),
  ])
  expect(codes.map((answer) => [answer.status, answer.json<ErrorBody>().error.code])).toEqual([
    [404, 'voucher_unknown'],
    [400, 'invalid_request_error'],
    [400, 'invalid_request_error'],
    [401, 'invalid_api_key'],
  ])
})

test('the operator sees ids and plans, and no key or code', async () => {
  const { id, key } = await makeKey()
  const code = await makeVoucher()
  const listed = (await admin('list', 'keys', '--json')) + (await admin('list', 'vouchers'))
  expect(listed).toContain(id)
  expect(listed).not.toContain(key)
  expect(listed).not.toContain(code)
  expect(JSON.parse(await admin('list', 'signers', '--json'))).toHaveLength(1)
})
