import { enclaveReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { limited, TooLong } from '#shared/bytes/read-limited.ts'

/** How much of a body is waited for. */
export interface BodyBounds {
  readonly bytes: number
  /** From the first piece that is asked for to the last. */
  readonly ms: number
}

/** A body that was longer, or took longer, than anybody waits. */
export class EndlessBody extends Error {
  override readonly name = 'EndlessBody'
}

/** The same pieces, and an error in the place of what is beyond the bounds. */
export async function* boundedBody(
  body: AsyncIterable<Uint8Array>,
  { bytes, ms }: BodyBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = limited(body, bytes)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EndlessBody(enclaveReasons.slowBody)), ms)
  })
  late.catch(() => {})
  try {
    for (;;) {
      const next = await Promise.race([pieces.next(), late])
      if (next.done === true) return
      yield next.value
    }
  } catch (error) {
    throw error instanceof TooLong ? new EndlessBody(enclaveReasons.longBody) : error
  } finally {
    clearTimeout(timer)
    // Ends the connection; where a piece is still waited for, once that came.
    pieces.return().catch(() => {})
  }
}
