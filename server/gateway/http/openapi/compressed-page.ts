import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

const ways = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** What a page is sent as; null is the text as it is. */
type Encoding = keyof typeof ways | null

/** What a request would rather have (RFC 9110 §12.5.3), the smallest of what it likes equally. */
export function encodingFor(accepted = ''): Encoding {
  // It takes a star for the first of them, whatever else is said of that: who names neither gets the text as it is.
  return negotiate(accepted.toLowerCase().replaceAll('*', ''), ['br', 'gzip'])
}

/** A text that does not change, made and compressed once in each way that is asked for. */
export function compressedPage(
  make: () => string,
): (encoding: Encoding) => Promise<string | Buffer> {
  const made = new Map<Encoding, Promise<string | Buffer>>()
  async function as(encoding: Encoding): Promise<string | Buffer> {
    return encoding === null ? make() : ways[encoding](await page(null))
  }
  function page(encoding: Encoding): Promise<string | Buffer> {
    const known = made.get(encoding) ?? as(encoding)
    made.set(encoding, known)
    return known
  }
  return page
}
