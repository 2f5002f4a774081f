import type { ApiErrorCode } from '#shared/api-error.ts'
import type { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import type { Pair } from '../../settings/settings.ts'

const inClear =
  'to send it unencrypted, click the Countersign mark in the toolbar and choose “When possible” for this site'
const mayLeave =
  'What may leave in clear from this site is set behind the Countersign mark in the toolbar.'

const otherModel = `Choose another model; or, ${inClear}.`

/** Refusals before anything was sent, with what a person can do about them. */
const whatToDo: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  attestation_unavailable: otherModel,
  model_not_found: otherModel,
  e2ee_field_not_private: mayLeave,
  e2ee_unsupported_endpoint: `It cannot be encrypted at all; ${inClear}.`,
  request_too_large: `Begin a new chat; or, ${inClear}.`,
}

const toolsAreToBeAsked =
  'This chat sends its tools with the message, and they cannot be encrypted. Click the Countersign mark in the toolbar: there you are asked once whether they are left out, or may leave in clear.'
const toolsAreInUse =
  'This conversation uses tools, so that they cannot be left out, and they cannot be encrypted. Begin a new chat; or let tools leave in clear, which is set behind the Countersign mark in the toolbar.'

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
  const aboutTools = tools === 'leave-out' ? toolsAreInUse : toolsAreToBeAsked
  const isAboutTools = code === 'e2ee_tools_not_private'
  if (todo === undefined && !isAboutTools) return body
  const words = isAboutTools ? aboutTools : `${message} ${todo}`
  const { error } = JSON.parse(body) as { readonly error: object }
  return JSON.stringify({
    error: {
      ...error,
      message: `Countersign refused this request: it could not be sent encrypted. ${words}`,
    },
  })
}
