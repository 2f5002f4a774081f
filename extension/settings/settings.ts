import type { Operator } from '#shared/limits-statement/parse-operator.ts'
import type { SignerHistory } from '#shared/receipt/parse-signer-history.ts'

/** A gateway that the user named, with the signers pinned when it was named or a change was accepted. */
export interface PinnedGateway {
  readonly origin: string
  readonly signers: SignerHistory
  /** Who runs it, by the operator's word when it was asked last; left out where nobody said so. */
  readonly operator?: Operator
  /** Milliseconds since 1970. */
  readonly pinnedAt: number
  /** The user's key at this gateway; no page is ever given it. */
  readonly key: string | null
  /** Signers that it published later, until the user accepts or rejects them. */
  readonly proposed: { readonly signers: SignerHistory; readonly seenAt: number } | null
}

/** What the user decided for requests that go from one site to one gateway. */
export interface Pair {
  /** Origin of the site. */
  readonly site: string
  /** Origin of the gateway. */
  readonly gateway: string
  readonly takeover: 'off' | 'possible' | 'always'
  /** Whose key an encrypted request bears. */
  readonly key: 'page' | 'mine'
  /**
   * Tools, which cannot be hidden. `ask` until the page sends the first ones, and `asking` from then on, until the
   * user says of those that the page adds by itself: `leave-out`, or `send` in clear.
   */
  readonly tools: 'ask' | 'asking' | 'leave-out' | 'send'
  /** Whether every other member that cannot be hidden may leave in clear. */
  readonly clear: 'refuse' | 'allow'
}

export interface Retention {
  readonly days: number
  readonly megabytes: number
  /** Whether the vault keeps what was asked and answered, which a disclosure needs. */
  readonly words: 'keep' | 'leave-out'
}

export interface Settings {
  readonly gateways: readonly PinnedGateway[]
  /** Origins on which the extension runs. */
  readonly sites: readonly string[]
  readonly pairs: readonly Pair[]
  readonly retention: Retention
  /** The user's own reference values, as JSON; null: those that are shipped. */
  readonly measurements: unknown
  /** Simulated enclaves count, and everything says so. */
  readonly development: boolean
}

export const initialSettings: Settings = {
  gateways: [],
  sites: [],
  pairs: [],
  retention: { days: 90, megabytes: 50, words: 'keep' },
  measurements: null,
  development: false,
}
