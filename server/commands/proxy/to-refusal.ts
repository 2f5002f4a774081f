import type { ApiError } from '#shared/api-error.ts'
import { ExchangeRefused, memberRefused } from '#shared/exchange/exchange-refused.ts'
import { UnsupportedMember } from '#shared/translation/unsupported-member.ts'
import { GatewayError } from '../../gateway/common/errors.ts'
import { withOption } from './with-option.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

/** What was thrown, as the tool may read it; null for a fault of ours. */
export function toRefusal(error: unknown): ExchangeRefused | null {
  if (error instanceof ExchangeRefused) return withOption(error)
  if (error instanceof UnsupportedMember) return memberRefused(error)
  // This machine could not read the request: nothing was sent.
  if (error instanceof GatewayError) return refusalOf(error)
  const { statusCode } = error as { statusCode?: unknown }
  if (statusCode === 413) {
    return new ExchangeRefused({ code: 'request_too_large', message: words.tooLarge })
  }
  return null
}

function refusalOf({ code, message, headers, body }: GatewayError): ExchangeRefused {
  const { error } = JSON.parse(body) as { readonly error: { readonly param: string | null } }
  const { param, ...members } = error
  const extra = Object.fromEntries(
    Object.entries(members).filter(([name]) => !['message', 'type', 'code'].includes(name)),
  )
  const known: ApiError = { code, message, extra, ...(param === null ? {} : { param }) }
  return new ExchangeRefused(known, { headers })
}
