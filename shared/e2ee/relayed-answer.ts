import { readOr } from '../read-or.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '../bytes/bytes.ts'
import type { AciDigest } from '../aci/parse-keyset.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { createChunkReader, type StreamPart } from '../commitment/read-chunks.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { isCutOff } from '../dialects/is-cut-off.ts'
import { SseSplitter } from '../sse/sse-splitter.ts'
import { parseSvc, type Svc } from '../svc/parse-svc.ts'
import { removeSvcFromEvent, removeSvcFromJson, type SvcRemoved } from '../svc/remove-svc.ts'
import * as encryptionProblems from '../words/english/formats/encryption-problems.ts'
import { createCompleteness } from './completeness.ts'
import type { AnswerOpener, OpenedEvent } from './e2ee-client.ts'

/** What is known of a relayed answer once all of it is here. */
export interface RelayedEnd {
  /** Of the enclave's exact bytes: what came, without `svc`. */
  readonly responseDigest: AciDigest
  /** Null when the gateway sent none, or one that cannot be read. */
  readonly svc: Svc | null
  /**
   * The message, or the vectors, in ciphertext, as the gateway commits to it; null when there is none, and once
   * something did not open, since nothing is collected from there on.
   */
  readonly wireAnswer: Json | null
  /** Whether every content field opened. */
  readonly opened: boolean
  readonly isComplete: boolean
  /** Paths of what came in clear beside what was encrypted, each once. */
  readonly cameInClear: readonly string[]
}

/**
 * Follows a relayed answer: digests the enclave's bytes, takes `svc` out, opens what is encrypted.
 * What it opens is provisional until the enclave's receipt has verified.
 */
export interface RelayedAnswer {
  /**
   * A piece of a stream.
   * @returns opened events, or none once something did not open
   * @throws {FormatError} SSE_TOO_LONG; there is no use in reading on
   */
  push(chunk: Uint8Array): readonly OpenedEvent[]
  /** The end of a stream. */
  end(): RelayedStreamEnd
}

interface RelayedStreamEnd extends RelayedEnd {
  /** A last event that came without its end. */
  readonly events: readonly OpenedEvent[]
}

/** Longest single event, 4 MiB, and longest stream, 256 MiB: ciphertext is longer than text. */
const eventLimitBytes = 4 * 1024 * 1024
const streamLimitBytes = 256 * 1024 * 1024
/** Most paths that are kept of one answer. */
const mostNamed = 64

export function followRelayedStream(sealed: AnswerOpener): RelayedAnswer {
  const hash = sha256.create()
  const completeness = createCompleteness()
  const assembler = createMessageAssembler()
  const reader = createChunkReader({ asked: sealed.asked })
  const splitter = new SseSplitter(eventLimitBytes)
  let opened = true
  let length = 0
  let svcText: string | null = null
  let svcCount = 0
  const cameInClear = new Set<string>()

  function noteSvc({ svcText: text }: SvcRemoved): void {
    if (text === null) return
    svcCount += 1
    svcText = text
  }

  function open(bytes: Uint8Array, part: StreamPart): OpenedEvent {
    if (part.kind === 'chunk') assembler.push(part.chunk)
    const event = sealed.openEvent(bytes)
    if (event.chunk === null) return event
    completeness.see(event.chunk)
    addPaths(cameInClear, sealed.form.clearInChunk(event.chunk))
    return event
  }

  function take(event: Uint8Array): readonly OpenedEvent[] {
    const removed = removeSvc(event)
    hash.update(removed.bytes)
    noteSvc(removed)
    if (!opened) return []
    try {
      return [open(removed.bytes, reader.read(removed.bytes))]
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      opened = false
      return []
    }
  }

  /** A stream that was cut off ends in half an event: that says nothing about how it was encrypted. Anything else is read. */
  function takeUnended(event: Uint8Array): readonly OpenedEvent[] {
    const removed = removeSvc(event)
    try {
      const last = open(removed.bytes, reader.readUnended(removed.bytes))
      hash.update(removed.bytes)
      noteSvc(removed)
      return [last]
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      hash.update(event)
      opened = error.code === 'SSE_UNENDED' || isCutOff(event)
      return []
    }
  }

  return {
    push(chunk) {
      const events: OpenedEvent[] = []
      try {
        length += chunk.length
        refuseLong(length)
        for (const event of splitter.events(chunk)) events.push(...take(event))
      } catch (error) {
        opened = false
        throw error
      }
      return events
    },
    end() {
      const { events: last, rest } = splitter.end()
      const events = last.flatMap(take)
      if (rest.length > 0) events.push(...(opened ? takeUnended(rest) : []))
      return {
        responseDigest: `sha256:${bytesToHex(hash.digest())}`,
        svc: svcCount === 1 ? readSvc(svcText) : null,
        wireAnswer: opened ? assembler.message() : null,
        opened,
        isComplete: completeness.isComplete(),
        events,
        cameInClear: [...cameInClear],
      }
    },
  }
}

function refuseLong(length: number): void {
  if (length <= streamLimitBytes) return
  throw new FormatError('SSE_TOO_LONG', encryptionProblems.streamTooLong(streamLimitBytes))
}

function addPaths(known: Set<string>, paths: Iterable<string>): void {
  for (const path of paths) if (known.size < mostNamed) known.add(path)
}

export interface BufferedAnswer extends RelayedEnd {
  /** JSON text in clear; null when it did not open. */
  readonly text: string | null
}

/** A buffered answer, all of it. */
export function readRelayedAnswer(sealed: AnswerOpener, body: Uint8Array): BufferedAnswer {
  const completeness = createCompleteness()
  let removed: SvcRemoved
  try {
    removed = removeSvcFromJson(body)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    removed = { bytes: body, svcText: null }
  }
  const responseDigest: AciDigest = `sha256:${bytesToHex(sha256(removed.bytes))}`
  const svc = readSvc(removed.svcText)
  try {
    const { text, value } = sealed.openBuffered(removed.bytes)
    completeness.see(value)
    const { dialect, endpoint, clearIn } = sealed.form
    const wire = parseJsonObject(removed.bytes).value
    const wireAnswer = dialect.answerValue(wire, sealed.asked)
    // Vectors have no end of their own: that none is missing was just seen.
    const isComplete = endpoint === 'embeddings' || completeness.isComplete()
    dialect.answerValue(value, sealed.asked)
    const cameInClear = clearIn(value).slice(0, mostNamed)
    return { responseDigest, svc, wireAnswer, opened: true, isComplete, cameInClear, text }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const nothing = { wireAnswer: null, opened: false, isComplete: false, cameInClear: [] }
    return { responseDigest, svc, ...nothing, text: null }
  }
}

function removeSvc(event: Uint8Array): SvcRemoved {
  return readOr({ bytes: event, svcText: null }, () => removeSvcFromEvent(event))
}

function readSvc(text: string | null): Svc | null {
  if (text === null) return null
  return readOr(null, () => parseSvc(parseJsonObject(utf8ToBytes(text)).value))
}
