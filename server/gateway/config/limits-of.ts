import type { GatewayConfig } from './gateway-config-schema.ts'
import { defaultLimits, type SizeLimits } from './size-limits.ts'

/** What the file says, and the defaults for the rest. */
export function limitsOf(config: GatewayConfig): SizeLimits {
  const { body, request, answer } = defaultLimits
  const withKeyBytes = config.body_limit_bytes ?? body.withKeyBytes
  return {
    body: {
      withKeyBytes,
      // Who lowers the one limit does not mean more for strangers.
      withoutKeyBytes:
        config.body_limit_bytes_without_key ?? Math.min(body.withoutKeyBytes, withKeyBytes),
    },
    request: { ...request, ...config.request_limits },
    answer: { ...answer, ...config.answer_limits },
  }
}
