import type { GatewayConfig } from '../../../server/gateway/config/gateway-config-schema.ts'
import { startGatewayHere, type GatewayHere } from './start-gateway-here.ts'

export interface Before<Simulator> {
  readonly simulator: Simulator
  readonly gateway: GatewayHere
  /** Ends both. */
  stop(): Promise<void>
}

/** A gateway before a simulated provider, for which it is configured. */
export async function gatewayBefore<Simulator extends { close(): Promise<void> }>(
  simulator: Simulator,
  config: GatewayConfig,
): Promise<Before<Simulator>> {
  const gateway = await startGatewayHere({ config })
  return {
    simulator,
    gateway,
    async stop() {
      await gateway.stop()
      await simulator.close()
    },
  }
}
