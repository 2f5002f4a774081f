import { expect, test } from 'vitest'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { EnclaveUnverified } from '../../../../server/gateway/upstreams/enclave/establish-session.ts'
import { proveAnswer } from '../../../../server/gateway/upstreams/enclave/prove-answer.ts'
import { makeSession } from '../../../../server/demo/enclave/hardware/make-session.ts'
import { makeExchange, servedAt, testEnclave } from '../../../support/make-exchange.ts'
import { anyReferenceValues } from '../../../support/gateway-config.ts'
import { observed, signedReceipt } from '../../../support/signed-receipt.ts'

const host = (id: string) => ({
  type: 'upstream.verified',
  result: 'verified',
  required: true,
  session_id: id,
})

/** Two sessions that held when the answer was served. */
const shown = { evidence: Buffer.from('nothing that is judged'), spki: 'ab'.repeat(32) }
const sessions = [makeSession(servedAt, shown), makeSession(servedAt - 1, shown)] as const

/** Proves an answer that two hosts served, of which these sessions can be had; ids as asked for. */
async function prove(served: readonly string[]) {
  const facts = makeExchange()
  const events = sessions.map(({ id }) => host(id))
  const receipt = signedReceipt(([first = null, ...rest]) => [first, ...events, ...rest], facts)
  const seen = observed(facts)
  const asked: string[] = []
  const session = {
    enclave: { ...testEnclave, serving: 'aggregator' as const },
    channel: 'tls' as const,
    checks: [],
    required: [],
    since: 0,
    expiresAt: servedAt + 60,
  }
  const proving = proveAnswer(
    { ...seen, endpoint: 'chat', session },
    {
      providerId: 'p',
      fetchReceipt: () => Promise.resolve(Buffer.from(JSON.stringify(receipt.document))),
      fetchSession(id) {
        asked.push(id)
        const found = sessions.find((each) => each.id === id && served.includes(id))
        return Promise.resolve(found ? Buffer.from(found.document) : null)
      },
      sessions: () => [session],
      attest: () => Promise.resolve(),
      policy: hardwarePolicy(parseReferenceValues(anyReferenceValues)),
      nowSeconds: () => servedAt,
    },
  )
  const outcome = await proving.catch((error: unknown) => error)
  return { outcome, asked }
}

test('of an answer that several hosts served each session is audited', async () => {
  const ids = sessions.map(({ id }) => id)
  const { outcome, asked } = await prove(ids)
  expect(outcome).toMatchObject({ providerId: 'p' })
  expect(asked).toEqual(ids)
})

test.each([0, 1])(
  'one session that cannot be had leaves such an answer unproven',
  async (index) => {
    const { outcome } = await prove([sessions[index]?.id ?? ''])
    expect(outcome).toBeInstanceOf(EnclaveUnverified)
    expect((outcome as EnclaveUnverified).checks.map(({ id }) => id)).toContain('session.id')
  },
)
