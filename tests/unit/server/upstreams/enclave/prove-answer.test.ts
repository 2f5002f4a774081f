import { expect, test } from 'vitest'
import { hardwarePolicy } from '#shared/aci/appraise-report.ts'
import { parseReferenceValues } from '#shared/attestation/appraise/parse-reference-values.ts'
import { EnclaveUnverified } from '../../../../../server/gateway/upstreams/enclave/establish-session.ts'
import { makeSession } from '../../../../../server/demo/enclave/hardware/make-session.ts'
import { servedAt } from '../../../../support/receipts/make-exchange.ts'
import { anyReferenceValues } from '../../../../support/gateway/gateway-config.ts'
import { proveBehind } from '../../../../support/enclave/prove-behind.ts'

/** Two sessions that held when the answer was served. */
const shown = { evidence: Buffer.from('nothing that is judged'), spki: 'ab'.repeat(32) }
const sessions = [makeSession(servedAt, shown), makeSession(servedAt - 1, shown)] as const

/** Proves an answer that two hosts served, of which these sessions can be had; ids as asked for. */
async function prove(served: readonly string[]) {
  const asked: string[] = []
  const proving = proveBehind({
    policy: hardwarePolicy(parseReferenceValues(anyReferenceValues)),
    ids: sessions.map(({ id }) => id),
    fetchSession(id) {
      asked.push(id)
      const found = sessions.find((each) => each.id === id && served.includes(id))
      return found ? Buffer.from(found.document) : null
    },
  })
  return { outcome: await proving.catch((error: unknown) => error), asked }
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
