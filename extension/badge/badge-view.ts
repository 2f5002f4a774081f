import { claims } from '#shared/claims.ts'
import type { Receipt } from '#shared/receipt/parse-receipt.ts'
import { privacyLabel } from '#shared/modes.ts'
import type { Check, Verdict } from '#shared/verdict.ts'
import type { BadgeView } from '../messages.ts'

/** How the answer came to the page; the badge never claims more than the weaker of the two allows. */
export type Path = 'direct' | 'through-the-site'

interface Judged {
  readonly verdict: Verdict
  readonly receipt: Receipt
  readonly path: Path
}

/** A verdict in the words of a badge. It is made in shared/ and only ever shown here. */
export function badgeView({ verdict, receipt, path }: Judged): BadgeView {
  const { mode, enclave } = receipt.body
  const label = privacyLabel(mode, enclave?.verifiedBy)
  const way =
    path === 'direct'
      ? 'It came from the gateway to this page.'
      : 'It came through this site, whose server saw it in clear.'
  switch (verdict.kind) {
    case 'rejected':
      if (failsForSimulationAlone(verdict.checks)) {
        return { tone: 'warn', label, detail: `It is signed, and counts for nothing. ${way}` }
      }
      return {
        tone: 'bad',
        label: 'Failed',
        detail: `Do not rely on it. ${verdict.failed.id}: ${verdict.failed.reason}`,
      }
    case 'partial': {
      const missing = verdict.missing.map((id) => claims[id].user).join(' ')
      return { tone: 'warn', label: 'Partly checked', detail: `Not established: ${missing} ${way}` }
    }
    case 'verified':
      if (enclave?.verifiedBy === 'aci-tdx-simulated/1') {
        return { tone: 'warn', label, detail: `Development mode. ${way}` }
      }
      return mode === 'tee' || mode === 'e2ee'
        ? { tone: 'good', label, detail: `Signed, and for exactly this answer. ${way}` }
        : {
            tone: 'promise',
            label,
            detail: `Signed, and for exactly this answer. The mode is a promise. ${way}`,
          }
  }
}

function failsForSimulationAlone(checks: readonly Check[]): boolean {
  return checks.every(({ id, status }) => status !== 'fail' || id === 'receipt.hardware')
}

export const noSigner: BadgeView = {
  tone: 'warn',
  label: 'Receipt of an unknown gateway',
  detail: 'A receipt came with this answer, and you named no gateway that signed it.',
}
