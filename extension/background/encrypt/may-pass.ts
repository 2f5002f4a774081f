import type { WhyInClear } from '#shared/judge/state/why-in-clear.ts'
import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { Pair } from '../../settings/settings.ts'

/**
 * Whether the page may send a request in clear that was refused before anything was sent: under `possible`, and
 * where encryption was not to be had. Every other refusal is the answer to the request.
 * @returns why it is not encrypted; null for one that may not. `always` never passes.
 */
export function mayPass(
  { takeover, tools }: Pick<Pair, 'takeover' | 'tools'>,
  { code, param }: Pick<ExchangeRefused, 'code' | 'param'>,
): WhyInClear | null {
  if (takeover !== 'possible') return null
  switch (code) {
    case 'e2ee_tools_not_private':
      return { why: tools === 'leave-out' ? 'tools in use' : 'tools' }
    case 'e2ee_field_not_private':
      return { why: 'member', member: param ?? '' }
    case 'attestation_unavailable':
    case 'model_not_found':
    case 'not_found':
      return { why: 'no enclave' }
    case 'request_too_large':
      return { why: 'too long' }
    case 'e2ee_unsupported_endpoint':
      return { why: 'no chat' }
    case 'invalid_request_error':
      return { why: 'malformed' }
    default:
      return null
  }
}
