import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { TinfoilFault } from './tinfoil-faults.ts'

interface Writing {
  /** Null for an answer in clear. */
  readonly seal: ((piece: Uint8Array) => Uint8Array) | null
  readonly fault: TinfoilFault | null
}

/** Writes an answer piece by piece, each a frame of its own where it is encrypted, or as the fault would have it. */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<string> | Iterable<string>,
  { seal, fault }: Writing,
): Promise<void> {
  let count = 0
  for await (const piece of pieces) {
    if (response.destroyed) return
    count += 1
    const bytes = Buffer.from(seal?.(Buffer.from(piece)) ?? piece)
    const isSecond = count === 2
    if (isSecond && fault === 'frame-left-out') continue
    if (isSecond && fault === 'cut-answer') break
    const isCut = isSecond && fault === 'truncated-frame'
    const isRoom = response.write(isCut ? bytes.subarray(0, bytes.length - 1) : bytes)
    if (isCut) break
    if (!isRoom) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}
