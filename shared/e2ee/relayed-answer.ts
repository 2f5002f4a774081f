import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, parseUtf8, utf8ToBytes } from '../bytes.ts'
import type { AciDigest } from '../aci/parse-keyset.ts'
import type { Json } from '../canonical-json.ts'
import { createMessageAssembler } from '../commitment/assemble-message.ts'
import { completionMessage } from '../commitment/completion-message.ts'
import { FormatError } from '../errors.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { eventData } from '../sse/event-data.ts'
import { splitSseEvents } from '../sse/split-sse-events.ts'
import { parseSvc, type Svc } from '../svc/parse-svc.ts'
import { removeSvcFromEvent, removeSvcFromJson, type SvcRemoved } from '../svc/remove-svc.ts'
import { clearInAnswer, clearInChunk } from './clear-answer.ts'
import { createCompleteness } from './completeness.ts'
import type { OpenedEvent, SealedRequest } from './e2ee-client.ts'

/** What is known of a relayed answer once all of it is here. */
export interface RelayedEnd {
  /** Of the enclave's exact bytes: what came, without `svc`. */
  readonly responseDigest: AciDigest
  /** Null when the gateway sent none, or one that cannot be read. */
  readonly svc: Svc | null
  /**
   * `choices[0].message` in ciphertext, as the gateway commits to it; null when there is none, and once
   * something did not open, since nothing is collected from there on.
   */
  readonly wireMessage: Json | null
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
  /** A piece of a stream. @returns opened events, or none once something did not open */
  push(chunk: Uint8Array): readonly OpenedEvent[]
  /** The end of a stream. */
  end(): RelayedEnd
}

const noBytes = new Uint8Array(0)
/** Longest single event that is held, 4 MiB: ciphertext is longer than text. */
const eventLimitBytes = 4 * 1024 * 1024
/** Most paths that are kept of one answer. */
const mostNamed = 64

export function followRelayedStream(sealed: SealedRequest): RelayedAnswer {
  const hash = sha256.create()
  const completeness = createCompleteness()
  const assembler = createMessageAssembler()
  let rest: Uint8Array = noBytes
  let opened = true
  let svcTexts: readonly string[] = []
  const cameInClear = new Set<string>()

  function take(event: Uint8Array): readonly OpenedEvent[] {
    const { bytes, svcText } = removeSvc(event)
    hash.update(bytes)
    if (svcText !== null) svcTexts = [...svcTexts, svcText]
    if (!opened) return []
    try {
      const data = eventData(bytes, parseUtf8)
      if (data !== null && data !== '[DONE]') {
        assembler.push(parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split').value)
      }
      const event = sealed.openEvent(bytes)
      if (event.chunk !== null) {
        completeness.see(event.chunk)
        for (const path of clearInChunk(event.chunk)) {
          if (cameInClear.size < mostNamed) cameInClear.add(path)
        }
      }
      return [event]
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      opened = false
      return []
    }
  }

  return {
    push(chunk) {
      const split = splitSseEvents(rest, chunk)
      rest = split.rest
      if (rest.length > eventLimitBytes) opened = false
      return split.events.flatMap(take)
    },
    end() {
      // A stream that was cut ends in half an event: that says nothing about how it was encrypted.
      if (isWhole(rest)) take(rest)
      else hash.update(rest)
      return {
        responseDigest: `sha256:${bytesToHex(hash.digest())}`,
        svc: svcTexts.length === 1 ? readSvc(svcTexts[0] ?? null) : null,
        wireMessage: opened ? assembler.message() : null,
        opened,
        isComplete: completeness.isComplete(),
        cameInClear: [...cameInClear],
      }
    },
  }
}

export interface BufferedAnswer extends RelayedEnd {
  /** JSON text in clear; null when it did not open. */
  readonly text: string | null
}

/** A buffered answer, all of it. */
export function readRelayedAnswer(sealed: SealedRequest, body: Uint8Array): BufferedAnswer {
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
    const wireMessage = completionMessage(parseJsonObject(removed.bytes, parseUtf8).value)
    const isComplete = completeness.isComplete()
    const cameInClear = clearInAnswer(value).slice(0, mostNamed)
    return { responseDigest, svc, wireMessage, opened: true, isComplete, cameInClear, text }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    const nothing = { wireMessage: null, opened: false, isComplete: false, cameInClear: [] }
    return { responseDigest, svc, ...nothing, text: null }
  }
}

function isWhole(event: Uint8Array): boolean {
  try {
    const data = eventData(event, parseUtf8)
    if (data !== null && data !== '[DONE]') {
      parseJsonObject(utf8ToBytes(data), parseUtf8, 'may-be-split')
    }
    return true
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

function removeSvc(event: Uint8Array): SvcRemoved {
  try {
    return removeSvcFromEvent(event)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { bytes: event, svcText: null }
  }
}

function readSvc(text: string | null): Svc | null {
  if (text === null) return null
  try {
    return parseSvc(parseJsonObject(utf8ToBytes(text), parseUtf8).value)
  } catch (error) {
    if (error instanceof FormatError) return null
    throw error
  }
}
