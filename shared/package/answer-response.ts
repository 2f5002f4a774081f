import { establishedSvc } from '../svc/established-svc.ts'
import type { Svc } from '../svc/parse-svc.ts'
import type { Translated } from '../translation/translate-request.ts'
import type { FoundVerdict } from './found-verdict.ts'
import type { ExchangeVerdict } from './exchange-verdict.ts'

interface About {
  /** Headers of the gateway that tools act on. */
  readonly headers: Readonly<Record<string, string>>
  /** Null for a stream that leaves before it is judged. */
  readonly verdict: ExchangeVerdict | null
}

/** An answer for an SDK, as it would have it from a gateway. */
export function answerResponse(
  body: string | Uint8Array | ReadableStream<Uint8Array<ArrayBuffer>>,
  delivery: 'buffered' | 'streamed',
  { headers, verdict }: About,
): Response {
  return new Response(body instanceof Uint8Array ? ownBytes(body) : body, {
    headers: {
      ...headers,
      'content-type':
        delivery === 'buffered'
          ? 'application/json; charset=utf-8'
          : 'text/event-stream; charset=utf-8',
      ...(verdict === null
        ? {}
        : {
            'x-svc-state': verdict.state,
            'x-svc-mode': verdict.mode ?? 'none',
            'x-svc-receipt-digest': verdict.receipt?.digest ?? '',
          }),
    },
  })
}

/** The bytes in memory that is not shared, as a body needs them. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes)
}

/**
 * Text of the `svc` that an answer is handed out with: what its receipts say, and what was found here.
 * @param translated null where the answer has the words that the receipt is about
 */
export function svcWith(
  svc: Svc,
  { state, label, sentence, circumstances, notEstablished }: FoundVerdict,
  translated: Translated | null,
): string {
  const verdict = {
    by: 'countersign',
    state,
    label,
    sentence,
    circumstances,
    not_established: notEstablished,
    ...(translated !== null && translated.leftOut.length > 0 && { left_out: translated.leftOut }),
  }
  return JSON.stringify({
    ...establishedSvc(svc),
    ...(translated !== null && { translated: true }),
    verdict,
  })
}
