import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { GatewayError } from '../common/errors.ts'
import { corsHeaders } from './callers/cors.ts'
import { newRequestId } from './common-hooks.ts'

/**
 * Answers what never became a request: a head that is not HTTP, headers that are too long, a body
 * that was not finished in time.
 */
export function answerRawError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  budget: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
    socket.destroy()
    return
  }
  const refusal =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? new GatewayError('request_timeout', requestErrors.timeout)
      : new GatewayError('invalid_request_error', requestErrors.notHttp)
  const headers = {
    ...corsHeaders,
    ...budget,
    'x-request-id': newRequestId(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(refusal.body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const reason = refusal.statusCode === 408 ? 'Request Timeout' : 'Bad Request'
  socket.end(`HTTP/1.1 ${refusal.statusCode} ${reason}\r\n${lines.join('')}\r\n${refusal.body}`)
}

/** Whether an answer is being written, which a second one would stand in. Node's own handler asks the same. */
function hasBegunAnswer(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { readonly _httpMessage?: ServerResponse | null }
  return answer?.headersSent === true
}
