import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, joinBytes } from '../bytes/bytes.ts'
import type { Digest } from '../digest.ts'
import { FormatError } from '../errors.ts'
import * as byteProblems from '../words/english/formats/byte-problems.ts'

/** An enclave's bytes as they come through a gateway, which writes behind them. */
export interface MarkedBodyReader {
  /** The enclave's bytes of a piece, perhaps none. @throws {FormatError} E2EE_MALFORMED */
  open(piece: Uint8Array): Uint8Array
  /** @throws {FormatError} E2EE_MALFORMED */
  end(): {
    /** Of the enclave's bytes as they travelled. */
    readonly digest: Digest
    /** What a gateway wrote behind them; empty where none did. */
    readonly tail: Uint8Array
  }
}

/** No byte of UTF-8 has this value. */
const mark = 0xff
const markBytes = 4
const longestTailBytes = 16 * 1024 * 1024

export function createMarkedBodyReader(): MarkedBodyReader {
  const hash = sha256.create()
  const behind: Uint8Array[] = []
  let behindBytes = 0

  return {
    open(piece) {
      const at = behindBytes > 0 ? 0 : piece.indexOf(mark)
      const own = at < 0 ? piece : piece.subarray(0, at)
      hash.update(own)
      if (at < 0) return own
      behind.push(piece.subarray(at))
      behindBytes += piece.length - at
      if (behindBytes > longestTailBytes) throw malformed(byteProblems.tooLongBehind)
      return own
    },
    end() {
      const rest = joinBytes(behind)
      const isMarked = rest.subarray(0, markBytes).every((byte) => byte === mark)
      if (rest.length > 0 && (rest.length < markBytes || !isMarked)) {
        throw malformed(byteProblems.bytesFollow)
      }
      return { digest: bytesToHex(hash.digest()) as Digest, tail: rest.subarray(markBytes) }
    },
  }
}

function malformed(message: string): FormatError {
  return new FormatError('E2EE_MALFORMED', message)
}
