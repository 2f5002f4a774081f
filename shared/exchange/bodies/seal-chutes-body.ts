import { joinBytes, utf8ToBytes } from '../../bytes/bytes.ts'
import { bodyRelayHeaders } from '../../body-relay/relay-headers.ts'
import { openChutesAnswer, openChutesStream } from '../../chutes/open-chutes-answer.ts'
import { sealChutesRequest } from '../../chutes/seal-chutes-request.ts'
import { sha256Digest } from '../../digest.ts'
import { sealedForms } from '../../e2ee/sealed-form.ts'
import { createMarkedBodyReader } from '../../body-relay/marked-body-reader.ts'
import { clearOpener } from './clear-opener.ts'
import type { BodyReader, SealBodyInput, SealedBody } from './sealed-body.ts'

/** All of a chat, encrypted to an instance of Chutes. @throws {FormatError} HEX_MALFORMED, E2EE_MALFORMED */
export function sealChutesBody(input: SealBodyInput): SealedBody {
  const { endpoint, request, recipient, randomBytes } = input
  const text = utf8ToBytes(JSON.stringify(request))
  const { body, answerKey } = sealChutesRequest(text, { recipient, randomBytes })
  const isStream = request['stream'] === true
  const form = sealedForms[endpoint]
  return {
    headers: {
      [bodyRelayHeaders.modelKey]: recipient,
      [bodyRelayHeaders.stream]: String(isStream),
    },
    body,
    covers: 'all',
    read: () => (isStream ? readStream(answerKey) : readWhole(answerKey)),
    opener: clearOpener({ form, asked: form.asked(request) }),
  }
}

function readStream(answerKey: Uint8Array): BodyReader {
  const reader = createMarkedBodyReader()
  const opener = openChutesStream(answerKey)
  return {
    open: (piece) => opener.open(reader.open(piece)),
    end() {
      opener.end()
      return reader.end()
    },
  }
}

const mark = 0xff
const markBytes = 4
const openBrace = 0x7b

/** It opens when all of it is here. */
function readWhole(answerKey: Uint8Array): BodyReader {
  const pieces: Uint8Array[] = []
  return {
    open(piece) {
      pieces.push(piece)
      return new Uint8Array()
    },
    end() {
      const [own, tail] = withoutTail(joinBytes(pieces))
      return { digest: sha256Digest(own), tail, rest: openChutesAnswer(own, answerKey) }
    },
  }
}

/** Ciphertext may hold the gateway's mark, and what stands behind the last one does not: it is JSON text. */
function withoutTail(bytes: Uint8Array): readonly [own: Uint8Array, tail: Uint8Array] {
  const at = bytes.lastIndexOf(mark) + 1
  const before = bytes.subarray(Math.max(0, at - markBytes), at)
  const isMarked = before.length === markBytes && before.every((byte) => byte === mark)
  return isMarked && bytes[at] === openBrace
    ? [bytes.subarray(0, at - markBytes), bytes.subarray(at)]
    : [bytes, new Uint8Array()]
}
