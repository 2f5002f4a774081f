import type { SecondHop } from '#shared/aci/second-hop.ts'
import { pass } from '#shared/checks.ts'
import type { CheckId } from '#shared/claims.ts'
import type { Circumstances } from '#shared/judge/state/circumstances.ts'
import type { JudgedReceipt } from '#shared/judge/state/state-of.ts'
import { parseReceipt, type Receipt } from '#shared/receipt/parse-receipt.ts'
import { requiredAnswerChecks } from '#shared/svc/verify-answer.ts'
import { decideVerdict, type Check } from '#shared/verdict.ts'
import vectors from '../../vectors/receipt.countersign.json' with { type: 'json' }

const [{ receipt: good }] = vectors.cases as unknown as [{ receipt: Receipt }]

export const required: readonly CheckId[] = requiredAnswerChecks
export const allPass = required.map((id) => pass(id))
/** With what an enclave signed itself. */
export const proof = [...allPass, pass('enclave.signed')]
export const instead = (check: Check) => [...allPass.filter(({ id }) => id !== check.id), check]

/** An answer as it came from the gateway, of which nothing is to be said beside its verdict. */
export const direct = {
  path: { kind: 'direct' },
  sentToServer: false,
  textShown: 'same',
  sentInClear: [],
  cameInClear: [],
  unsigned: [],
} as const satisfies Circumstances

/** A receipt of such a mode, of which these checks were made; an enclave's is ACI's unless another is named. */
export function judged(
  mode: string,
  checks: readonly Check[] = allPass,
  more: {
    readonly verifiedBy?: string | undefined
    readonly secondHop?: SecondHop | undefined
  } = {},
): JudgedReceipt {
  const { verifiedBy = 'aci-tdx-dcap/1', secondHop = 'none' } = more
  const { enclave: _enclave, ...body } = good.body
  const enclave = { providerId: 'enclave', measurement: 'ab'.repeat(32), verifiedBy }
  const of = mode === 'tee' || mode === 'e2ee' ? { enclave } : {}
  return {
    receipt: parseReceipt({ ...good, body: { ...body, mode, ...of } }),
    verdict: decideVerdict(checks, required),
    secondHop,
  }
}
