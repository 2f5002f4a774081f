import type { SignerHistory } from '../receipt/parse-signer-history.ts'
import type { ExchangeVerdict } from './exchange-verdict.ts'

/** What a `countersignFetch` is for. */
export interface CountersignOptions {
  /** The only host that is ever asked, whatever address the SDK was given: `https://gateway.example`. */
  readonly gateway: string | URL
  /** `accept` asks a gateway over `http:` elsewhere than on this machine, where others read the key on the way. Left out: `refuse`. */
  readonly plainHttp?: 'refuse' | 'accept'
  /** Key of the gateway; without a key, you can ask less often. The SDK's own key is never sent. */
  readonly key?: string
  /**
   * The weakest mode whose answers are handed out. `e2ee`: each request is encrypted here to an enclave that was verified here. `tee`: it
   * is sent as it is, to a gateway that reads it, too, and the enclave's evidence is judged with each answer.
   */
  readonly atLeast: 'tee' | 'e2ee'
  /**
   * What the enclave must measure to, from somebody who built its software again and never from the gateway: JSON text, or the
   * object. Without it only a simulated enclave can be verified.
   */
  readonly referenceValues?: string | object
  /** Who must have signed. Left out, it is whom `/api/limits` of the gateway names at the first request, for as long as this fetch lives. */
  readonly signers?: string | SignerHistory
  /** `accept` hands out answers of a simulated enclave, which proves nothing about hardware. Left out: `refuse`. */
  readonly simulation?: 'refuse' | 'accept'
  /**
   * The host behind an enclave that forwards to another one. `on-the-providers-claim` hands its answers out though nobody but the
   * provider vouches for it. Left out: `established`.
   */
  readonly host?: 'established' | 'on-the-providers-claim'
  /**
   * `when-proven`: a stream is handed out when all of it has verified. `as-they-open`, for `e2ee` alone: while it opens, which is provisional;
   * its last event waits for the verdict, and an error ends it where it does not verify. Left out: `when-proven`.
   */
  readonly streams?: 'when-proven' | 'as-they-open'
  /**
   * In `e2ee`: what may leave in clear, since encryption cannot hide it. `tools` stands for their definitions, calls and results; any other is
   * a member by its path without indices: `response_format`, `stop`, `messages[].name`. The verdict names what did. Left out: nothing.
   */
  readonly clear?: readonly string[]
  /**
   * In `e2ee`: asked about what a request would send in clear and `clear` does not name. `true` lets it leave, for as long as this fetch lives;
   * each is asked about once. Left out: it is refused.
   */
  readonly onClear?: (names: readonly string[]) => boolean | Promise<boolean>
  /** Told of each answer that came, before it is handed out or refused. What it throws is thrown in the answer's place. */
  readonly onVerdict?: (verdict: ExchangeVerdict) => void
  /** Left out, it is the platform's. */
  readonly fetch?: typeof fetch
}
