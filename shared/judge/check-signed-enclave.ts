import type { EstablishedEnclave } from '../aci/appraise-report.ts'
import { bothSides, fail, pass } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import { schemeOf } from '../modes.ts'
import type { ReceiptBody } from '../receipt/parse-receipt.ts'
import type { Check } from '../verdict.ts'

/** Whether the gateway signed for the enclave that the evidence establishes. */
export function checkSignedEnclave(
  id: CheckId,
  { enclave: signed }: ReceiptBody,
  { measurement, scheme }: EstablishedEnclave,
): Check {
  if (signed === undefined) return fail(id, bothSides(['signed', 'none'], ['proven', measurement]))
  if (signed.measurement !== measurement)
    return fail(id, bothSides(['signed', signed.measurement], ['proven', measurement]))
  return schemeOf(signed.verifiedBy) === scheme
    ? pass(id)
    : fail(id, bothSides(['signed', signed.verifiedBy], ['proven', scheme]))
}
