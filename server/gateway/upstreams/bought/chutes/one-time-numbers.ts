import * as Type from 'typebox'
import { checkShape } from '#shared/check-shape.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObject } from '#shared/json/parse-json-object.ts'
import { boughtReasons } from '#shared/words/english/errors/enclave-errors.ts'
import { decodeUtf8 } from '../../../common/decode-utf8.ts'

const ListSchema = Type.Object({
  instances: Type.Array(
    Type.Object({
      instance_id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
      e2e_pubkey: Type.String(),
      nonces: Type.Array(Type.String({ pattern: '^[\\x21-\\x7e]{1,512}$' }), { maxItems: 256 }),
    }),
    { maxItems: 64 },
  ),
  nonce_expires_in: Type.Number({ minimum: 0, maximum: 3_600 }),
})

/** What one request to an instance needs. */
export interface Admission {
  readonly instanceId: string
  /** Opens one request. */
  readonly number: string
}

/** The numbers that instances hand out, each for one request, and for a minute. */
export interface OneTimeNumbers {
  /** A list of instances, as it was just served. @throws {FormatError} EVIDENCE_MALFORMED, JSON_* */
  put(list: Uint8Array): void
  /**
   * @param publicKey of the instance, lowercase hex
   * @param fetchList asked where no number is left; null where there is none to be had
   * @returns null where no instance has this key any more
   */
  take(publicKey: string, fetchList: () => Promise<Uint8Array | null>): Promise<Admission | null>
}

interface Held {
  readonly instanceId: string
  readonly numbers: string[]
}

/** A number must still hold when it arrives. */
const marginMs = 10_000

export function createOneTimeNumbers(monotonicMs: () => number): OneTimeNumbers {
  let held = new Map<string, Held>()
  let endsMs = 0
  let asking: Promise<void> | null = null

  function put(list: Uint8Array): void {
    const { instances, nonce_expires_in: seconds } = checkShape(
      parseJsonObject(list, decodeUtf8).value,
      ListSchema,
      boughtReasons.instances,
    )
    held = new Map(
      instances.map(({ instance_id: instanceId, e2e_pubkey: key, nonces }) => [
        Buffer.from(key, 'base64').toString('hex'),
        { instanceId, numbers: [...nonces] },
      ]),
    )
    endsMs = monotonicMs() + seconds * 1000 - marginMs
  }

  function next(publicKey: string): Admission | null {
    const own = monotonicMs() < endsMs ? held.get(publicKey) : undefined
    const number = own?.numbers.shift()
    return own === undefined || number === undefined ? null : { instanceId: own.instanceId, number }
  }

  async function ask(fetchList: () => Promise<Uint8Array | null>): Promise<void> {
    const list = await fetchList()
    if (list === null) return
    try {
      put(list)
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
    }
  }

  return {
    put,
    async take(publicKey, fetchList) {
      const own = next(publicKey)
      if (own !== null) return own
      // Whoever comes meanwhile takes of the same list.
      asking ??= ask(fetchList).finally(() => (asking = null))
      await asking
      return next(publicKey)
    },
  }
}
