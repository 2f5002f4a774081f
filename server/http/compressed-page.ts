import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const ways = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** What a page is sent as, the smallest first. */
export type Encoding = keyof typeof ways

/** Of what a request accepts (RFC 9110 §12.5.3), the first that is known here; null for the text as it is. */
export function encodingFor(accepted: string | undefined): Encoding | null {
  const named = (accepted ?? '').toLowerCase().split(',')
  const wanted = named
    .map((each) => each.split(';').map((part) => part.trim()))
    .filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => wanted.includes(encoding)) ?? null
}

/** A text that does not change, compressed once in each way that is asked for. */
export function compressedPage(text: string): (encoding: Encoding) => Promise<Buffer> {
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = made.get(encoding) ?? ways[encoding](text)
    made.set(encoding, known)
    return known
  }
}
