import { parseUtf8 } from '#shared/bytes.ts'
import { parseKeyOffer } from '#shared/e2ee/parse-key-offer.ts'
import { ExchangeRefused } from '#shared/exchange/exchange-refused.ts'
import { passedOn, readAll, type RelayClient } from '#shared/exchange/relay-client.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { parseTraits } from '#shared/svc/parse-traits.ts'

interface RelayOptions {
  /** Origin of a gateway that the user named: the only host that is ever asked. */
  readonly gateway: string
  /** Value of `Authorization`, or null. */
  readonly authorization: string | null
  /** Ends what is relayed; null for one that only asks about keys. */
  readonly signal: AbortSignal | null
}

/** Longest answer to a question about keys or sessions, in bytes. */
const documentLimit = 4 * 1024 * 1024
/** Longest answer that is relayed, in bytes: ciphertext in hexadecimal, and an event for each word. */
const answerLimit = 256 * 1024 * 1024
/** Longest wait for such a question, in milliseconds. No page's leaving ends it: others may wait for it. */
const documentMs = 60_000

/** One gateway, asked by `fetch`: no cookies, no redirects, and the paths of encryption and of models alone. */
export function createGatewayRelay({ gateway, authorization, signal }: RelayOptions): RelayClient {
  const credential: Record<string, string> = authorization === null ? {} : { authorization }

  async function ask(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${gateway}${path}`, {
        ...init,
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ExchangeRefused({
        code: 'upstream_error',
        message: 'The gateway cannot be reached. Nothing was sent in clear.',
      })
    }
  }

  async function get(path: string): Promise<Uint8Array> {
    const response = await ask(path, {
      headers: credential,
      signal: AbortSignal.timeout(documentMs),
    })
    const bytes = await readAll(limited(bodyOf(response), documentLimit))
    if (response.status === 200) return bytes
    throw passedOn(response.status, bytes)
  }

  return {
    async keyOffer(model, nonce, keyset) {
      const meant = keyset === null ? '' : `&keyset=${keyset}`
      const query = `model=${encodeURIComponent(model)}&nonce=${nonce}${meant}`
      return parseKeyOffer(await get(`/api/e2ee/key?${query}`))
    },
    async traits() {
      const [traits, models] = await Promise.all([get('/v1/models/traits'), get('/v1/models')])
      const read = (bytes: Uint8Array) => parseJsonObject(bytes, parseUtf8).value
      return parseTraits(read(traits), read(models))
    },
    async session(model, id) {
      const query = `model=${encodeURIComponent(model)}&id=${encodeURIComponent(id)}&collateral=1`
      return get(`/api/e2ee/session?${query}`).catch(() => null)
    },
    async relay(sealed) {
      const response = await ask('/api/e2ee/relay', {
        method: 'POST',
        headers: { ...sealed.headers, ...credential, 'content-type': 'application/json' },
        body: sealed.body,
        signal,
      })
      return {
        status: response.status,
        receiptId: response.headers.get('x-receipt-id'),
        body: limited(bodyOf(response), answerLimit),
      }
    },
  }
}

async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function brokenOff(): never {
  throw new ExchangeRefused({
    code: 'upstream_error',
    message: 'The gateway broke off in the middle of an answer.',
  })
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) {
      throw new ExchangeRefused({
        code: 'upstream_error',
        message: 'The gateway answers without end.',
      })
    }
    yield chunk
  }
}
