import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { apiErrorBody, statusByCode, type ApiError } from '#shared/api-error.ts'
import {
  defineProperty,
  deleteProperty,
  dispatchTo,
  NativeBlob,
  NativeEvent,
  NativePromise,
  NativeTextEncoder,
  parseJson,
  writeJson,
} from '../natives.ts'

/** What is shown of a request that was never sent, in the place of the browser's own. */
const shown = [
  'readyState',
  'status',
  'statusText',
  'responseURL',
  'responseText',
  'response',
] as const
const asked = ['getResponseHeader', 'getAllResponseHeaders'] as const
const contentType = 'application/json; charset=utf-8'

/** Answers a request that is opened, and not sent, with an error of the form that chats can show. */
export function refuseXhr(
  xhr: XMLHttpRequest,
  error: ApiError,
  { href: url, isAsync, isStill }: Asking,
): void {
  const text = writeJson(apiErrorBody(error))
  const answer = () => {
    if (!isStill()) return
    show(xhr, { status: statusByCode[error.code], text, url })
    for (const type of ['readystatechange', 'load', 'loadend']) {
      dispatchTo(xhr, new NativeEvent(type))
    }
  }
  if (isAsync) void NativePromise.resolve().then(answer)
  else answer()
}

interface Asking {
  readonly href: string
  /** Whether the page goes on while it is asked. */
  readonly isAsync: boolean
  /** Whether it is still this request, when it is answered. */
  readonly isStill: () => boolean
}

/** For the next request of the same object. */
export function unrefuseXhr(xhr: XMLHttpRequest): void {
  for (const name of [...shown, ...asked]) deleteProperty(xhr, name)
}

interface Refused {
  readonly status: number
  readonly text: string
  readonly url: string
}

function show(xhr: XMLHttpRequest, { status, text, url }: Refused): void {
  const isText = xhr.responseType === '' || xhr.responseType === 'text'
  const values: Readonly<Record<(typeof shown)[number] | (typeof asked)[number], unknown>> = {
    readyState: 4,
    status,
    statusText: refusedWords.status,
    responseURL: url,
    responseText: isText ? text : '',
    response: isText ? text : inForm(xhr.responseType, text),
    getResponseHeader: (name: unknown) =>
      String(name).toLowerCase() === 'content-type' ? contentType : null,
    getAllResponseHeaders: () => `content-type: ${contentType}\r\n`,
  }
  for (const name of [...shown, ...asked]) {
    defineProperty(xhr, name, { value: values[name], configurable: true })
  }
}

function inForm(type: XMLHttpRequestResponseType, text: string): unknown {
  switch (type) {
    case 'json':
      return parseJson(text)
    case 'arraybuffer':
      return new NativeTextEncoder().encode(text).buffer
    case 'blob':
      return new NativeBlob([text], { type: contentType })
    default:
      return null
  }
}
