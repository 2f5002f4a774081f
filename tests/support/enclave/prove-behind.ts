import type { EnclavePolicy } from '#shared/aci/appraise-report.ts'
import { proveAnswer } from '../../../server/gateway/upstreams/enclave/prove-answer.ts'
import { makeExchange, servedAt, testEnclave } from '../receipts/make-exchange.ts'
import { observed, signedReceipt } from '../receipts/signed-receipt.ts'

interface Behind {
  readonly policy: EnclavePolicy
  readonly scheme?: typeof testEnclave.scheme
  /** Sessions that the enclave's receipt names; none where it serves the model itself. */
  readonly ids: readonly string[]
  readonly fetchSession: (id: string) => Uint8Array | null
}

/** Has a gateway prove an answer of an enclave before such hosts. @throws {EnclaveUnverified} */
export async function proveBehind({ policy, scheme, ids, fetchSession }: Behind) {
  const facts = makeExchange()
  const events = ids.map((session_id) => ({
    type: 'upstream.verified',
    result: 'verified',
    required: true,
    session_id,
  }))
  const receipt = signedReceipt(([first = null, ...rest]) => [first, ...events, ...rest], facts)
  const session = {
    enclave: {
      ...testEnclave,
      scheme: scheme ?? testEnclave.scheme,
      serving: ids.length === 0 ? ('direct' as const) : ('aggregator' as const),
    },
    channel: 'tls' as const,
    checks: [],
    required: [],
    since: 0,
    expiresAt: servedAt + 60,
  }
  return proveAnswer(
    { ...observed(facts), endpoint: 'chat', session },
    {
      providerId: 'p',
      fetchReceipt: () => Promise.resolve(Buffer.from(JSON.stringify(receipt.document))),
      fetchSession: (id) => Promise.resolve(fetchSession(id)),
      sessions: () => [session],
      attest: () => Promise.resolve(),
      policy,
      nowSeconds: () => servedAt,
    },
  )
}
