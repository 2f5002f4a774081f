import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { FuzzCase } from './fuzz-case.ts'
import type { FuzzAnswer } from './send-case.ts'

/** What is wrong with an answer, or null. Any request at all gets a 2xx, or a 4xx that tools can read. */
export function checkAnswer(sent: FuzzCase, answer: FuzzAnswer | null): string | null {
  if (answer === null) {
    return sent.transport === 'client' ? 'the connection was closed without an answer' : null
  }
  const { status } = answer
  if (status >= 500 && !isUpstreamsFault(sent, answer)) return `status ${status}`
  if (!('x-request-id' in answer.headers)) return 'no x-request-id'
  if (!('x-ratelimit-limit-requests' in answer.headers)) return 'no x-ratelimit headers'
  if (status >= 400) return checkError(answer)
  if (status < 200 || status >= 300) return `status ${status}`
  return sent.transport === 'client' && sent.path.includes('completions')
    ? checkCompletion(sent, answer)
    : null
}

/** Where the upstream's answer is bad on purpose. */
function isUpstreamsFault({ upstream }: FuzzCase, { body }: FuzzAnswer): boolean {
  const code = errorOf(body)?.['code']
  return upstream === 'hostile' && (code === 'upstream_error' || code === 'upstream_timeout')
}

function checkError({ headers, body }: FuzzAnswer): string | null {
  if (!/^application\/json\b/.test(headers['content-type'] ?? '')) return 'an error that is no JSON'
  const error = errorOf(body)
  if (typeof error?.['message'] !== 'string') return 'an error without a message'
  if (typeof error['type'] !== 'string') return 'an error without a type'
  const param: unknown = error['param']
  if (param !== null && typeof param !== 'string') return 'an error whose param is no text'
  if (typeof error['code'] !== 'string' || error['code'] === '') return 'an error without a code'
  return null
}

function errorOf(body: Buffer): Record<string, unknown> | null {
  try {
    return (JSON.parse(body.toString('utf8')) as { error: Record<string, unknown> }).error
  } catch {
    return null
  }
}

/** The error's code, for the report. */
export function codeOf({ status, body }: FuzzAnswer): string {
  const code = status >= 400 ? errorOf(body)?.['code'] : ''
  return typeof code === 'string' ? `${status} ${code}`.trim() : String(status)
}

interface Completion {
  readonly choices: readonly { readonly message: unknown }[]
  readonly svc: {
    readonly receipt: {
      readonly digest: string
      readonly body: { readonly promptCommit: string; readonly responseCommit: string }
    }
    readonly commitment_salts: { readonly prompt: string; readonly response: string }
  }
}

function checkCompletion(sent: FuzzCase, { headers, body }: FuzzAnswer): string | null {
  const text = body.toString('utf8')
  if (/^text\/event-stream\b/.test(headers['content-type'] ?? '')) {
    if (sent.upstream === 'hostile') return checkHostileStream(text)
    if (!text.endsWith('data: [DONE]\n\n')) return 'a stream that does not end with [DONE]'
    return text.includes('"svc":{') ? null : 'a stream without svc'
  }
  // Accepted, so JSON.parse and the gateway must have read the same messages in it.
  const { messages } = JSON.parse(sent.body.toString('utf8')) as { messages: unknown }
  const { choices, svc } = JSON.parse(text) as Completion
  const { receipt, commitment_salts: salts } = svc
  const commits = {
    digest: sha256(canonicalize(receipt.body) ?? ''),
    prompt: sha256(`${salts.prompt}:${canonicalize(messages)}`),
    response: sha256(`${salts.response}:${canonicalize(choices[0]?.message)}`),
  }
  if (commits.digest !== receipt.digest) return 'a receipt whose digest is not that of its body'
  if (commits.prompt !== receipt.body.promptCommit) return 'a commitment to other messages'
  if (commits.response !== receipt.body.responseCommit) return 'a commitment to another answer'
  return null
}

/** Either it is sealed, or its end says that it failed; never neither. */
function checkHostileStream(text: string): string | null {
  const error = /data: (\{"error":\{.*\}\})\n\n$/.exec(text.slice(-4_000))?.[1]
  if (error === undefined) {
    return text.includes('"svc":{') ? null : 'a stream with neither svc nor an error'
  }
  const { code } = (JSON.parse(error) as { error: { code: unknown } }).error
  return code === 'upstream_error' || code === 'upstream_timeout'
    ? null
    : `a stream that ends with ${String(code)}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
