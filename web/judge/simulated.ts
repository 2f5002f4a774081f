import { privacyLabel } from '#shared/modes.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'

const scheme = 'aci-tdx-simulated/1'

/** The words that belong to a simulated enclave, wherever it is shown. */
export const simulatedWords = privacyLabel('tee', scheme)

export function isSimulated({ body }: Receipt): boolean {
  return body.enclave?.verifiedBy === scheme
}
