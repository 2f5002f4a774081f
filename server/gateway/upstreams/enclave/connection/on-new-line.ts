import type { Line, Lines } from './lines.ts'

/** Work over a connection of its own, which is then free for others. @param refused what is thrown where none can be had */
export async function onNewLine<Result>(
  lines: Lines,
  refused: (error: unknown) => Error,
  work: (line: Line) => Promise<Result>,
): Promise<Result> {
  const line = await lines.open().catch((error: unknown) => {
    throw refused(error)
  })
  try {
    return await work(line)
  } finally {
    line.release()
  }
}
