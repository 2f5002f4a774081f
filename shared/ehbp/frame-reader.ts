import { joinBytes } from '../bytes/bytes.ts'
import { FormatError } from '../errors.ts'
import { tailMark } from '../body-relay/answer-tail.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'

/** Whole frames of a piece. */
interface ReadFrames {
  /** Frames of no length say nothing, and are left out. */
  readonly ciphertexts: readonly Uint8Array[]
  /** As they came, lengths and all. */
  readonly bytes: Uint8Array
}

/** Frames of a body that comes in pieces. */
export interface FrameReader {
  /** @throws {FormatError} E2EE_MALFORMED for a frame that is longer than anybody waits for */
  read(piece: Uint8Array): ReadFrames
  /**
   * What stands behind the last frame and its mark; empty where there is no mark.
   * @throws {FormatError} E2EE_MALFORMED when the body ended within a frame
   */
  end(): Uint8Array
}

/** Longest single frame, and longest tail: nothing of either counts before all of it has come. */
const longestFrameBytes = 16 * 1024 * 1024
const headBytes = 4

export function createFrameReader(): FrameReader {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  /** How much must be there before there is anything to read. */
  let wanted = headBytes
  let isTail = false

  function split(bytes: Uint8Array): ReadFrames {
    const ciphertexts: Uint8Array[] = []
    let at = 0
    for (;;) {
      const rest = bytes.subarray(at)
      wanted = headBytes
      if (rest.length < headBytes) break
      const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0)
      isTail = length === tailMark
      if (isTail) break
      if (length > longestFrameBytes) throw malformed(encryptionProblems.frameTooLong)
      wanted = headBytes + length
      if (rest.length < wanted) break
      if (length > 0) ciphertexts.push(rest.subarray(headBytes, wanted))
      at += wanted
    }
    waiting = [bytes.subarray(at)]
    waitingBytes = bytes.length - at
    return { ciphertexts, bytes: bytes.subarray(0, at) }
  }

  return {
    read(piece) {
      waiting.push(piece)
      waitingBytes += piece.length
      if (waitingBytes > 2 * longestFrameBytes) throw malformed(encryptionProblems.frameTooLong)
      const isWhole = !isTail && waitingBytes >= wanted
      return isWhole ? split(joinBytes(waiting)) : { ciphertexts: [], bytes: new Uint8Array() }
    },
    end() {
      const rest = joinBytes(waiting)
      if (isTail) return rest.subarray(headBytes)
      if (rest.length > 0) throw malformed(encryptionProblems.endedInFrame)
      return rest
    },
  }
}

function malformed(message: string): FormatError {
  return new FormatError('E2EE_MALFORMED', message)
}
