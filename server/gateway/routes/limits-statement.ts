import type { FastifyInstance } from 'fastify'
import { describe } from '../http/openapi/operations.ts'
import { notPromised } from '../catalogue/limits-statement.ts'
import type { Observed } from '../catalogue/observe.ts'
import type { GatewayConfig } from '../config/gateway-config-schema.ts'
import type { SignerSchedule } from '../signer/signer-schedule.ts'

export interface LimitsDeps {
  readonly signerHistory: () => ReturnType<SignerSchedule['history']>
  readonly observe: () => Observed
  /** Null where the configuration does not say. */
  readonly operator: GatewayConfig['operator'] | null
}

/** `GET /api/limits`: where a verifier takes the signing address from, and what is not promised. */
export function addLimits(
  app: FastifyInstance,
  { signerHistory, observe, operator }: LimitsDeps,
): void {
  app.get('/api/limits', { ...describe('limits'), config: { audience: 'everybody' } }, () => {
    const { current, retired } = signerHistory()
    const observed = observe()
    return {
      seal_signer: current.address,
      seal_signer_from: current.from,
      retired_signers: retired,
      ...(operator && { operator }),
      not_promised: notPromised(observed),
      observed,
    }
  })
}
