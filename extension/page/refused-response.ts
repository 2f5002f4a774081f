import { apiErrorBody, statusByCode, type ApiError } from '#shared/api-error.ts'
import { defineProperty, NativeResponse, writeJson } from './natives.ts'

/** What a page is answered that may not send its request: an error of the form that chats can show. */
export function refusedResponse(url: string, error: ApiError): Response {
  const response = new NativeResponse(writeJson(apiErrorBody(error)), {
    status: statusByCode[error.code],
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  return shownFrom(url, response)
}

/** The same response as one that came from there. */
export function shownFrom(url: string, response: Response): Response {
  defineProperty(response, 'url', { value: url })
  defineProperty(response, 'type', { value: 'cors' })
  return response
}
