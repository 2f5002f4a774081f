import { fail } from '#shared/checks.ts'
import { refusedChecks } from '#shared/aci/six-verifications.ts'
import { FormatError } from '#shared/errors.ts'
import type { AnswerHead, AnswerSink, EnclaveProof, UpstreamRequest } from '../upstream.ts'
import { readHead, single } from '../upstream-http/dispatch-answer.ts'
import { EnclaveUnverified, type AttestedSession } from './establish-session.ts'
import type { PreparedCall } from './prepare-call.ts'
import type { SeenExchange } from './prove-answer.ts'
import { createOpeningReader, createPlainReader, type AnswerReader } from './read-answer.ts'
import {
  hostRefusedChecks,
  mayBeHostRefusal,
  readHostRefusal,
  type HostRefusal,
} from './read-refusal.ts'

interface EventsInput {
  readonly session: AttestedSession
  readonly prepared: PreparedCall
  readonly request: UpstreamRequest
  readonly sink: AnswerSink
  readonly prove: (seen: SeenExchange) => Promise<EnclaveProof>
  readonly nowSeconds: () => number
  readonly isAborted: () => boolean
  /** Ends the connection. */
  readonly abort: () => void
  /** Told the answer's head. */
  readonly began: (headers: Parameters<typeof readHead>[1]) => void
  /** Whether the call begins anew after such a refusal, and tells the sink itself. */
  readonly repeats: (refusal: HostRefusal) => boolean
}

/** Longest error that is looked into, in bytes. */
const refusalLimit = 64 * 1024

/** Hands an enclave's answer on; its end waits for the proof. */
export function createAnswerEvents(input: EventsInput) {
  const { session, prepared, request, sink } = input
  const from = input.nowSeconds()
  const emit = (bytes: Uint8Array) => sink.data(bytes)
  const reader: AnswerReader =
    prepared.sealed === null
      ? createPlainReader(emit)
      : createOpeningReader(prepared.sealed, request.delivery, emit)
  let status = 0
  let receiptId: string | null = null
  let to = from
  let over = false
  const held = createHeldError(sink)

  function guarded(step: () => void): void {
    try {
      step()
    } catch (error) {
      over = true
      input.abort()
      sink.fail(toFailure(error, 'after'))
    }
  }

  async function finish(): Promise<void> {
    try {
      const proof = await input.prove({
        session,
        endpoint: prepared.endpoint,
        model: prepared.model,
        requestDigest: prepared.requestDigest,
        responseDigest: reader.digest(),
        receiptId,
        beganBetween: [from, to],
      })
      if (!input.isAborted()) sink.end(proof)
    } catch (error) {
      if (!input.isAborted()) sink.fail(toFailure(error, 'after'))
    }
  }

  function endRefused(): void {
    const body = held.body()
    const refusal = body && readHostRefusal(status, body)
    if (refusal === null) {
      held.release()
      sink.end(null)
    } else if (!input.repeats(refusal)) {
      const checks = hostRefusedChecks(refusal, session)
      sink.fail({ kind: 'unverified', when: 'after', checks })
    }
  }

  return {
    hasBegun: () => status !== 0,
    head(code: number, headers: Parameters<typeof readHead>[1]) {
      status = code
      to = input.nowSeconds()
      receiptId = single(headers['x-receipt-id']) ?? null
      input.began(headers)
      const head = readHead(code, headers, session.channel === 'tls' ? 'as-it-comes' : 'at-the-end')
      if (mayBeHostRefusal(code)) held.begin(head)
      else sink.head(head)
    },
    data(chunk: Uint8Array) {
      if (over) return
      if (status === 200) guarded(() => reader.data(chunk))
      else if (!held.take(chunk)) sink.data(chunk)
    },
    end() {
      if (over) return
      if (status !== 200) {
        endRefused()
        return
      }
      guarded(() => reader.end())
      if (!over) void finish()
    },
  }
}

/** An error of the enclave, kept back until it is known whether it refuses for want of a verified host. */
function createHeldError(sink: AnswerSink) {
  let held: { readonly head: AnswerHead; readonly chunks: Uint8Array[]; size: number } | null = null

  /** What was held is an ordinary error after all. */
  function release(): void {
    if (held === null) return
    const { head, chunks } = held
    held = null
    sink.head(head)
    for (const chunk of chunks) sink.data(chunk)
  }

  return {
    begin(head: AnswerHead) {
      held = { head, chunks: [], size: 0 }
    },
    /** Whether it is kept, or was handed on with what came before. */
    take(chunk: Uint8Array): boolean {
      if (held === null) return false
      held.chunks.push(chunk)
      held.size += chunk.length
      if (held.size > refusalLimit) release()
      return true
    },
    /** Null where nothing is held. */
    body: () => held && Buffer.concat(held.chunks),
    release,
  }
}

/** What could not be verified or read becomes the refusal that names it. */
export function toFailure(error: unknown, when: 'before' | 'after') {
  if (error instanceof EnclaveUnverified) {
    return { kind: 'unverified', when, checks: error.checks } as const
  }
  if (error instanceof FormatError) {
    const check = fail('e2ee.encrypted', error.message)
    return { kind: 'unverified', when, checks: refusedChecks([check], ['e2ee.encrypted']) } as const
  }
  return { kind: 'broken' } as const
}
