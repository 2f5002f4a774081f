import { requestErrors } from '#shared/words/english/errors/request-errors.ts'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { showSize } from '#shared/text/show-size.ts'
import type { BodyLimits } from '../config/size-limits.ts'
import { GatewayError } from '../common/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where a body is a whole conversation. */
    body?: 'chat'
  }
}

/** Longest body of any other request. */
const shortBodyBytes = 16 * 1024

/**
 * Bodies arrive as the bytes that were sent: commitments and digests are made over those. JSON in
 * UTF-8 is the only form, whatever the media type is called (many tools forget to name it). How long
 * one may be is decided by who asks, before anything of it is read.
 */
export function addBodyParser(app: FastifyInstance, limits: BodyLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: IncomingMessage, done) => {
    const problem = mediaProblem(request.headers)
    if (problem === null) readWholeBody(payload, limitFor(request, limits), done)
    else done(problem)
  })
}

/** Why a body is not read, by what its headers say of it. */
function mediaProblem(headers: IncomingHttpHeaders): GatewayError | null {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return new GatewayError('unsupported_media_type', requestErrors.encoded)
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
  return charset !== undefined && !/^utf-?8$/i.test(charset)
    ? new GatewayError('unsupported_media_type', requestErrors.notUtf8)
    : null
}

interface BodyLimit {
  readonly name: string
  readonly bytes: number
  readonly advice: string
}

function limitFor({ caller, routeOptions }: FastifyRequest, limits: BodyLimits): BodyLimit {
  if (routeOptions.config.body !== 'chat') {
    return { name: 'body', bytes: shortBodyBytes, advice: '' }
  }
  return caller.account === null
    ? {
        name: 'body_limit_bytes_without_key',
        bytes: limits.withoutKeyBytes,
        advice: requestErrors.withKey(showSize(limits.withKeyBytes)),
      }
    : { name: 'body_limit_bytes', bytes: limits.withKeyBytes, advice: '' }
}

/** @param done told all of it, or request_too_large, once */
function readWholeBody(
  payload: IncomingMessage,
  limit: BodyLimit,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  if (Number(payload.headers['content-length']) > limit.bytes) {
    done(tooLarge(limit))
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  payload.on('data', (chunk: Buffer) => {
    const isRefused = size > limit.bytes
    size += chunk.length
    if (size <= limit.bytes) chunks.push(chunk)
    else if (!isRefused) done(tooLarge(limit))
  })
  payload.on('end', () => {
    const [only] = chunks
    if (size <= limit.bytes) done(null, chunks.length === 1 && only ? only : Buffer.concat(chunks))
  })
  payload.on('error', () => {
    if (size <= limit.bytes) done(new GatewayError('invalid_request_error', requestErrors.brokeOff))
  })
}

function tooLarge({ name, bytes, advice }: BodyLimit): GatewayError {
  return new GatewayError('request_too_large', requestErrors.tooLarge(showSize(bytes), advice), {
    extra: { limit: name, most: bytes },
  })
}

/** The body as it came; empty when there was none. */
export function bodyBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array(0)
}
