import type { CheckId } from '../../claims.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import type { Check } from '../../verdict.ts'
import { isSimulated } from './state-of.ts'

/** What came of a check, as it is shown. `simulated`: it passed, and rests on a simulation's own root. */
export type CheckOutcome = Check['status'] | 'simulated'

/** What an enclave shows of itself. A simulation shows what its operator made up. */
const ofEnclave =
  /^(?:quote|measurement|policy|aci|custody|channel|enclave-receipt|enclave|session|host|evidence|document|nvidia|nonce|keys|manager|code|gpu|instance|snp|sigstore)\./

export function outcomeOf(
  { id, status }: Pick<Check, 'id' | 'status'>,
  receipt: Receipt,
): CheckOutcome {
  return status === 'pass' && isSimulated(receipt) && restsOnEnclave(id) ? 'simulated' : status
}

function restsOnEnclave(id: CheckId): boolean {
  return id === 'receipt.hardware' || ofEnclave.test(id)
}
