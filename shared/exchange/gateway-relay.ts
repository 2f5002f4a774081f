import { limited, readAll, TooLong } from '../bytes/read-limited.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import { obfuscationHeader } from '../svc/obfuscation.ts'
import { parseTraits } from '../svc/parse-traits.ts'
import * as exchangeErrors from '../words/english/errors/exchange-errors.ts'
import { ExchangeRefused } from './exchange-refused.ts'
import { parseOffer } from './parse-offer.ts'
import { passedOn, type RelayClient, type RelayedResponse } from './relay-client.ts'

/** What a platform's `fetch` brought. */
export interface Fetched {
  readonly status: number
  readonly receiptId: string | null
  readonly responseNonce: string | null
  readonly headers?: NonNullable<RelayedResponse['headers']>
  /** Ends with an error where it takes too long. */
  readonly body: AsyncIterable<Uint8Array>
}

export interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface GatewayRelayDeps {
  /**
   * One request to the gateway, with the credential of whoever asks.
   * @param path from its first slash on
   * @param post null for a GET
   * @throws {ExchangeRefused} when the gateway cannot be reached
   */
  readonly ask: (path: string, post: Post | null) => Promise<Fetched>
  /** Longest answer that is relayed, in bytes. */
  readonly answerBytes: number
}

export interface GatewayRelay extends RelayClient {
  /** A document that is served with 200. @throws {ExchangeRefused} the gateway's own refusal otherwise */
  document(path: string): Promise<Uint8Array>
}

/** Longest answer to a question about keys, sessions or models. */
const documentBytes = 4 * 1024 * 1024
/** Of a refusal the code and the message count. */
const refusalBytes = 64 * 1024

/** The gateway's paths that an encrypted exchange needs; how they are asked is the platform's. */
export function createGatewayRelay({ ask, answerBytes }: GatewayRelayDeps): GatewayRelay {
  async function document(path: string): Promise<Uint8Array> {
    const { status, headers, body } = await ask(path, null)
    const bytes = await readAll(ending(body, documentBytes))
    if (status === 200) return bytes
    throw passedOn(status, bytes, headers)
  }

  return {
    document,
    async keyOffer(model, nonce, keyset) {
      const meant = keyset === null ? '' : `&keyset=${keyset}`
      const query = `model=${encodeURIComponent(model)}&nonce=${nonce}${meant}`
      return parseOffer(await document(`/api/e2ee/key?${query}`))
    },
    async traits() {
      const [traits, models] = await Promise.all([
        document('/v1/models/traits'),
        document('/v1/models'),
      ])
      const read = (bytes: Uint8Array) => parseJsonObject(bytes).value
      return parseTraits(read(traits), read(models))
    },
    async session(model, id) {
      const query = `model=${encodeURIComponent(model)}&id=${encodeURIComponent(id)}&collateral=1`
      return document(`/api/e2ee/session?${query}`).catch(() => null)
    },
    async relay({ headers, body }) {
      const fetched = await ask('/api/e2ee/relay', {
        headers: { ...headers, [obfuscationHeader]: 'on' },
        body,
      })
      const most = fetched.status === 200 ? answerBytes : refusalBytes
      return { ...fetched, body: ending(fetched.body, most) }
    },
  }
}

/** What does not end is the gateway's fault. @throws {ExchangeRefused} while it is read */
export async function* ending(body: AsyncIterable<Uint8Array>, mostBytes: number) {
  try {
    yield* limited(body, mostBytes)
  } catch (error) {
    if (!(error instanceof TooLong)) throw error
    const message = exchangeErrors.endless
    throw new ExchangeRefused({ code: 'upstream_error', message })
  }
}
