import { claims } from '#shared/claims.ts'
import type { Naming } from '#shared/judge/words/naming.ts'
import { handOverWords } from '#shared/words/english/extension/hand-over.ts'

/** @param gateway origin of the one that the user named; null for nobody's */
export function gatewayNaming(gateway: string | null): Naming {
  return {
    signer: gateway === null ? handOverWords.somebody : new URL(gateway).host,
    claimOf: (id) => claims[id],
  }
}
