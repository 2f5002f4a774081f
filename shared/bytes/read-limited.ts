import * as byteProblems from '../words/english/formats/byte-problems.ts'
import { joinBytes } from './bytes.ts'

/** More came than anybody reads. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** The same pieces. @throws {TooLong} in the place of what is beyond so many bytes, which is not asked for */
export async function* limited(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > mostBytes) throw new TooLong(byteProblems.tooMany(mostBytes))
    yield piece
  }
}

/** The whole of it. @throws {TooLong} */
export function readLimited(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Uint8Array> {
  return readAll(limited(body, mostBytes))
}

/** The whole of what was limited already. */
export async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return joinBytes(pieces)
}

interface WebStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(): Promise<void>
  }
}

/** The pieces of a web stream, which browsers do not all iterate; it is cancelled when nobody reads on. */
export async function* piecesOf(
  stream: WebStream | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value === undefined) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
