import type { ApiErrorCode } from '#shared/api-error.ts'
import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'

const inClear =
  'to send it unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site'
const mayLeave =
  'What may leave in clear from this site is set behind the Countersign mark in the toolbar.'

/** Refusals of our own, with what a person can do about them. */
const whatToDo: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  attestation_unavailable: `Choose another model; or, ${inClear}.`,
  e2ee_tools_not_private: mayLeave,
  e2ee_field_not_private: mayLeave,
  e2ee_unsupported_endpoint: `It cannot be encrypted at all; ${inClear}.`,
  request_too_large: `Begin a new chat; or, ${inClear}.`,
}

/**
 * The body that the page is answered, which shows it where it shows errors: one that was refused before anything
 * was sent says who refused it, and what can be done. The gateway's own refusals are passed on as they came.
 * @returns JSON text
 */
export function wordRefusal({ code, message, body }: ExchangeRefused): string {
  const todo = whatToDo[code]
  if (todo === undefined) return body
  const { error } = JSON.parse(body) as { readonly error: object }
  return JSON.stringify({
    error: {
      ...error,
      message: `Countersign refused this request: it could not be sent encrypted. ${message} ${todo}`,
    },
  })
}
