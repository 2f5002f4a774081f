import { refusedWords } from '#shared/words/english/extension/refused-request.ts'
import { piecesOf } from '#shared/bytes/read-limited.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { createGatewayRelay, type Fetched, type Post } from '#shared/exchange/gateway-relay.ts'
import { gatewayRequest } from '#shared/exchange/gateway-request.ts'
import { toolHeaders } from '#shared/exchange/tool-headers.ts'
import type { RelayClient } from '#shared/exchange/relay-client.ts'

interface RelayOptions {
  /** Origin of a gateway that the user named: the only host that is ever asked. */
  readonly gateway: string
  /** Value of `Authorization`, or null. */
  readonly authorization: string | null
  /** Ends what is relayed; null for one that only asks about keys. */
  readonly signal: AbortSignal | null
}

/** Longest answer that is relayed, in bytes: ciphertext in hexadecimal, and an event for each word. */
const answerBytes = 256 * 1024 * 1024
/** Longest wait for a document, in milliseconds. No page's leaving ends it: others may wait for it. */
const documentMs = 60_000

/** One gateway, asked by the browser's `fetch`: no cookies, no redirects. */
export function relayByFetch({ gateway, authorization, signal }: RelayOptions): RelayClient {
  async function ask(path: string, post: Post | null): Promise<Fetched> {
    try {
      const response = await fetch(`${gateway}${path}`, {
        ...gatewayRequest(post, authorization),
        signal: post === null ? AbortSignal.timeout(documentMs) : signal,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      })
      return {
        status: response.status,
        receiptId: response.headers.get('x-receipt-id'),
        responseNonce: response.headers.get('ehbp-response-nonce'),
        headers: toolHeaders(response.headers),
        body: untilItBreaks(response),
      }
    } catch (error) {
      if (signal?.aborted) throw error
      throw unreachable(refusedWords.unreachable)
    }
  }

  return createGatewayRelay({ ask, answerBytes })
}

async function* untilItBreaks(response: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(response.body)
  } catch {
    throw unreachable(refusedWords.brokeOff)
  }
}

function unreachable(message: string): ExchangeRefused {
  return new ExchangeRefused({ code: 'upstream_error', message })
}
