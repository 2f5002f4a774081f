import { expect, test } from 'vitest'
import { evidenceOfGateway, signersOfGateway } from '#shared/package/ask-for-documents.ts'
import { countersignFetch } from '#shared/package/countersign-fetch.ts'
import { signersOf } from '#shared/package/given/reader.ts'
import { makeAnswer } from '../../support/enclave/make-enclave-answer.ts'

// What the package says where no answer comes: in the words of its own error, or as a response that SDKs know.

const chat = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }

/** The package before a gateway that gives every request the same answer. */
function packageBefore(answer: () => Response) {
  let asked = 0
  const fetch = countersignFetch({
    gateway: 'https://gateway.example',
    atLeast: 'tee',
    signers: `0x${'ab'.repeat(20)}`,
    fetch: async () => {
      asked += 1
      return answer()
    },
  })
  const ask = (path: string, body: object) =>
    fetch(`https://api.example/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  return { ask, asked: () => asked }
}

const away = () => {
  throw new TypeError('fetch failed')
}
const unreachable = { name: 'CountersignError', code: 'gateway_unreachable', checks: [] }

test('a gateway that is away is unreachable, whatever it is asked for', async () => {
  const nobody = 'http://127.0.0.1:1'
  for (const asking of [
    packageBefore(away).ask('chat/completions', chat),
    signersOfGateway(nobody),
    evidenceOfGateway(makeAnswer('tee'), nobody),
  ]) {
    await expect(asking).rejects.toMatchObject(unreachable)
  }
})

test('a request is asked unless it demands more than its fetch', async () => {
  for (const shown_mode of [undefined, 'anonymized', 'tee']) {
    const asking = packageBefore(away).ask('chat/completions', { ...chat, shown_mode })
    await expect(asking).rejects.toMatchObject(unreachable)
  }
  const { ask, asked } = packageBefore(away)
  expect((await ask('chat/completions', { ...chat, shown_mode: 'e2ee' })).status).toBe(409)
  expect(asked()).toBe(0)
})

test('a member that no chat can say is refused by its name before anything is sent', async () => {
  const { ask, asked } = packageBefore(away)
  const refused = await ask('responses', { model: 'm', input: 'Hi', previous_response_id: 'r' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { param: 'previous_response_id' } })
  expect(asked()).toBe(0)
})

test('of what a gateway refused, the error names the check that failed, and none that only was not made', async () => {
  const checks = [
    { id: 'quote.root', status: 'skip' },
    { id: 'of another version', status: 'fail' },
    { id: 'policy.compose', status: 'fail' },
    { id: 'quote.tcb-status', status: 'fail' },
  ]
  const error = { code: 'attestation_unavailable', message: 'No.', checks }
  const { ask } = packageBefore(() => Response.json({ error }, { status: 503 }))
  await expect(ask('chat/completions', chat)).rejects.toMatchObject({
    code: 'attestation_unavailable',
    check: 'policy.compose',
    checks: ['policy.compose', 'quote.tcb-status'],
  })
})

test('an address with another number of digits is no signer', () => {
  for (const address of ['', 'nobody', `0x${'ab'.repeat(19)}`, 'ab'.repeat(20)]) {
    expect(() => signersOf(address)).toThrow(
      expect.objectContaining({ code: 'SIGNERS_MALFORMED' }) as Error,
    )
  }
  const address = '0xAB'.padEnd(42, '0')
  expect(signersOf(address)?.current.address).toBe(address.toLowerCase())
})
