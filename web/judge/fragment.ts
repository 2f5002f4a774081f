import { piecesOf, readLimited, TooLong } from '#shared/bytes/read-limited.ts'
import { sizeLimitBytes } from '#shared/document/recognise.ts'
import { fragmentPrefix, readFragment, writeFragment } from '#shared/document/fragment.ts'
import { refuse, type Refusal } from '#shared/document/subject.ts'
import { verifyWords as words } from '#shared/words/english/pages/verify-page.ts'

/** Longer links are not unpacked. */
const lengthLimit = 1_000_000

/** The part of a link after `#`: the bytes deflated, as base64url, behind the format's number. */
export async function packFragment(bytes: Uint8Array): Promise<string> {
  const packed = await collect(through(bytes, new CompressionStream('deflate-raw')), Infinity)
  return writeFragment(packed ?? new Uint8Array(0))
}

/** The bytes in a link's fragment. Unpacking stops at the size limit, whatever is still to come. */
export async function unpackFragment(fragment: string): Promise<Uint8Array | Refusal> {
  if (!fragment.startsWith(fragmentPrefix)) {
    return refuse('unrecognised', words.linkUnknown)
  }
  if (fragment.length > lengthLimit) return refuse('unrecognised', words.linkTooLong)
  const packed = readFragment(fragment)
  if (packed === null) return refuse('invalid', words.linkDamaged)
  try {
    const stream = through(packed, new DecompressionStream('deflate-raw'))
    const bytes = await collect(stream, sizeLimitBytes)
    return bytes ?? refuse('unrecognised', words.linkTooLarge)
  } catch {
    return refuse('incomplete', words.linkCut)
  }
}

/** The fragment of a pasted link, or null for any other text. */
export function fragmentOfLink(text: string): string | null {
  const trimmed = text.trim()
  if (/\s/.test(trimmed)) return null
  if (trimmed.startsWith('#')) return trimmed.slice(1)
  return /^(?:https?|file):\/\/[^#]*#(.+)$/.exec(trimmed)?.[1] ?? null
}

/** Bytes that are unpacked at a time. A byte unpacks to a thousand at worst, so such a slice unpacks to 2 MiB; then the limit is checked. */
const sliceBytes = 2_048

function through(
  bytes: Uint8Array,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  let at = 0
  const slices = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(new Uint8Array(bytes.subarray(at, at + sliceBytes)))
        at += sliceBytes
      },
    },
    { highWaterMark: 0 },
  )
  return slices.pipeThrough(transform)
}

/** Null when there is more than the limit; the rest is then not read. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  limitBytes: number,
): Promise<Uint8Array | null> {
  try {
    return await readLimited(piecesOf(stream), limitBytes)
  } catch (error) {
    if (error instanceof TooLong) return null
    throw error
  }
}
