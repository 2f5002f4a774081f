import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import type { ApiErrorCode } from '#shared/api-error.ts'
import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { Pair } from '../../settings/settings.ts'

/** Refusals before anything was sent, with what a person can do about them. */
const whatToDo: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  attestation_unavailable: refusedWords.otherModel,
  model_not_found: refusedWords.otherModel,
  e2ee_field_not_private: refusedWords.mayLeave,
  e2ee_unsupported_endpoint: refusedWords.never,
  request_too_large: refusedWords.newChat,
}

/**
 * The body that the page is answered, which shows it where it shows errors: one that was refused before anything
 * was sent says who refused it, and what can be done. The gateway's own refusals are passed on as they came.
 * @returns JSON text
 */
export function wordRefusal(
  { code, message, body }: ExchangeRefused,
  tools: Pair['tools'],
): string {
  const todo = whatToDo[code]
  const aboutTools = tools === 'leave-out' ? refusedWords.toolsInUse : refusedWords.toolsToBeAsked
  const isAboutTools = code === 'e2ee_tools_not_private'
  if (todo === undefined && !isAboutTools) return body
  const words = isAboutTools ? aboutTools : `${message} ${todo}`
  const { error } = JSON.parse(body) as { readonly error: object }
  return JSON.stringify({
    error: {
      ...error,
      message: refusedWords.notEncrypted(words),
    },
  })
}
