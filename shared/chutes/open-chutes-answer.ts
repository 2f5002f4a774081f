import { joinBytes, parseUtf8, utf8ToBytes } from '../bytes/bytes.ts'
import { parseEvidenceBase64 } from '../bytes/parse-evidence-base64.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject, type JsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/read-event.ts'
import { SseSplitter } from '../sse/sse-splitter.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { clearInEvent } from './clear-in-event.ts'
import { decapsulate, openChutesFrame, openChutesMessage } from './chutes-cipher.ts'
import { chutesInfo } from './chutes-names.ts'
import { gunzipCapped } from './gunzip-capped.ts'

/** Longest whole answer, unpacked. */
const answerBytes = 10 * 1024 * 1024
/** Longest event of a stream. */
const eventBytes = 4 * 1024 * 1024

/**
 * An answer that came whole: the instance alone could write it, since nobody else has seen the key that it is encrypted to.
 * @throws {FormatError} E2EE_MALFORMED
 */
export function openChutesAnswer(body: Uint8Array, answerKey: Uint8Array): Uint8Array {
  return gunzipCapped(openChutesMessage(body, answerKey, chutesInfo.answer), answerBytes)
}

/** A stream that comes in pieces. */
export interface ChutesStreamOpener {
  /**
   * Server-sent events in clear, as far as they are whole.
   * @throws {FormatError} E2EE_MALFORMED, SSE_*, JSON_*; PROVIDER_UNUSABLE when the instance says that it failed
   */
  open(piece: Uint8Array): Uint8Array
  /** @throws {FormatError} PROVIDER_UNUSABLE when it ended within an event */
  end(): void
  /**
   * Whether `[DONE]` came, encrypted. Frames have no numbers: that none before it was left out, repeated or moved, whoever
   * carried them knows alone.
   */
  isDone(): boolean
}

/** Its frames, each a line of the answer. What it says in clear is nobody's, and is not handed on. */
export function openChutesStream(answerKey: Uint8Array): ChutesStreamOpener {
  const splitter = new SseSplitter(eventBytes)
  let key: Uint8Array | null = null
  let isDone = false

  function openEvent(event: Uint8Array): readonly Uint8Array[] {
    const data = eventData(event)
    // An end in clear says nothing.
    if (data === null || data === '[DONE]') return []
    const { value } = parseJsonObject(utf8ToBytes(data))
    const [clear] = clearInEvent(value)
    if (clear !== undefined) throw malformed(encryptionProblems.inClear(clear))
    if ('e2e_init' in value) {
      if (key !== null) throw malformed(encryptionProblems.beginsTwice)
      key = decapsulate(bytesIn(value, 'e2e_init'), answerKey, chutesInfo.stream)
      return []
    }
    if ('e2e' in value) return openLine(bytesIn(value, 'e2e'))
    if ('e2e_error' in value)
      throw new FormatError('PROVIDER_UNUSABLE', encryptionProblems.instanceFailed)
    return []
  }

  function openLine(frame: Uint8Array): readonly Uint8Array[] {
    if (key === null) throw malformed(encryptionProblems.noKeyBeforeFrames)
    const line = parseUtf8(openChutesFrame(frame, key)).replace(/[\r\n]+$/, '')
    if (line === '') return []
    if (isDone) throw malformed(encryptionProblems.afterEnd)
    isDone = /^data: ?\[DONE\]$/.test(line)
    return [utf8ToBytes(`${line}\n\n`)]
  }

  return {
    open: (piece) => joinBytes([...splitter.events(piece)].flatMap(openEvent)),
    end() {
      const { events, rest } = splitter.end()
      if (events.some((event) => eventData(event) !== null) || rest.length > 0) {
        throw new FormatError('PROVIDER_UNUSABLE', encryptionProblems.endedInEvent)
      }
    },
    isDone: () => isDone,
  }
}

function bytesIn(value: JsonObject, member: string): Uint8Array {
  const text = value[member]
  if (typeof text !== 'string') throw malformed(encryptionProblems.memberNoText(member))
  return parseEvidenceBase64(text, member)
}

function malformed(message: string): FormatError {
  return new FormatError('E2EE_MALFORMED', message)
}
