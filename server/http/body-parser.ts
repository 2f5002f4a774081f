import type { FastifyInstance } from 'fastify'
import { GatewayError } from '../errors.ts'

/**
 * Bodies arrive as the bytes that were sent: commitments and digests are made over those. JSON in
 * UTF-8 is the only form, whatever the media type is called (many tools forget to name it).
 */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      throw new GatewayError(
        'unsupported_media_type',
        'Bodies with a content-encoding are not accepted: send plain JSON.',
      )
    }
    const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(
      request.headers['content-type'] ?? '',
    )?.[1]
    if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
      throw new GatewayError('unsupported_media_type', 'Send the body in UTF-8.')
    }
  })
}

/** The body as it came; empty when there was none. */
export function bodyBytes(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array(0)
}
