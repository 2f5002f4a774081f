import { joinBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'

/** Ciphertexts of a body that comes in pieces; frames of no length say nothing and are left out. */
export interface FrameReader {
  /** @throws {FormatError} E2EE_MALFORMED for a frame that is longer than anybody waits for */
  frames(piece: Uint8Array): readonly Uint8Array[]
  /** @throws {FormatError} E2EE_MALFORMED when the body ended within a frame */
  end(): void
}

/** Longest single frame: nothing of a frame counts before all of it has come. */
const longestFrameBytes = 16 * 1024 * 1024
const headBytes = 4

export function createFrameReader(): FrameReader {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  /** How much must be there before there is anything to read. */
  let wanted = headBytes

  function* take(bytes: Uint8Array): Generator<Uint8Array, Uint8Array, undefined> {
    let rest = bytes
    for (;;) {
      wanted = headBytes
      if (rest.length < headBytes) return rest
      const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0)
      if (length > longestFrameBytes) throw malformed('a frame is too long')
      wanted = headBytes + length
      if (rest.length < wanted) return rest
      if (length > 0) yield rest.subarray(headBytes, wanted)
      rest = rest.subarray(wanted)
    }
  }

  return {
    frames(piece) {
      waiting.push(piece)
      waitingBytes += piece.length
      if (waitingBytes < wanted) return []
      const found: Uint8Array[] = []
      const frames = take(joinBytes(waiting))
      let next = frames.next()
      for (; next.done !== true; next = frames.next()) found.push(next.value)
      waiting = [next.value]
      waitingBytes = next.value.length
      return found
    },
    end() {
      if (waitingBytes > 0) throw malformed('the body ended within a frame')
    },
  }
}

function malformed(message: string): FormatError {
  return new FormatError('E2EE_MALFORMED', message)
}
