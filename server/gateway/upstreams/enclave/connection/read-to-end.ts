import type { PostAnswer } from '../../http/post.ts'
import type { Line } from './lines.ts'

/** A body whose connection is free for others once it was read to its end, and ends where it was not. */
export async function* readToEnd(
  { body }: PostAnswer,
  line: Line,
): AsyncGenerator<Uint8Array, void, undefined> {
  let isWhole = false
  try {
    yield* body
    isWhole = true
  } finally {
    if (isWhole) line.release()
    else line.end()
  }
}
