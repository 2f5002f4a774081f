/** A key as it is kept: never the key itself, only its SHA-256 beside this. */
export interface StoredKey {
  /** `key_` and 22 characters; links to nobody. */
  readonly id: string
  readonly plan: string
  /** ISO time when the plan ends, or null when it does not. */
  readonly planUntil: string | null
  readonly createdAt: string
  readonly revokedAt: string | null
  /** Day of its last use, `2026-11-21` in UTC; of its making while it was not used. */
  readonly usedOn: string
}

export interface StoredVoucher {
  readonly id: string
  readonly plan: string
  /** How long it raises the plan, or null for good. */
  readonly days: number | null
  readonly createdAt: string
  readonly redeemedAt: string | null
}

export interface StoredSigner {
  /** `0x` and 40 lowercase hex digits. */
  readonly address: string
  /** ISO time since when it signs. */
  readonly from: string
  /** First instant at which it no longer signs, or null for the open term. */
  readonly until: string | null
  /** ISO time from which nothing that it signed counts, or null. */
  readonly revokedFrom: string | null
}

/** What a key used of a model on one day. */
export interface StoredUsage {
  readonly keyId: string
  /** `2026-11-21` in UTC. */
  readonly day: string
  /** Catalogue id. */
  readonly model: string
  readonly requests: number
  readonly promptTokens: number
  readonly completionTokens: number
}

interface UnusedKeys {
  /** `2026-11-21`. */
  readonly usedBefore: string
  readonly firstPlan: string
  /** Now, ISO time. */
  readonly at: string
}

interface RedeemInput {
  /** SHA-256 of the voucher's code. */
  readonly codeDigest: string
  readonly keyId: string
  readonly at: string
  /** The key's plan after this voucher, or null when the voucher would not raise it. */
  readonly raise: (
    key: StoredKey,
    voucher: StoredVoucher,
  ) => { readonly plan: string; readonly planUntil: string | null } | null
}

type Redemption =
  | { readonly outcome: 'redeemed'; readonly key: StoredKey }
  | { readonly outcome: 'unknown' | 'already-redeemed' | 'not-needed' }

interface NextSigner {
  readonly address: string
  readonly from: string
  /**
   * Address of the open term on which this change was decided, null when there was none. Left out,
   * the change replaces whichever is open.
   */
  readonly replaces?: string | null
  /** Asked while nobody else can write, right before the change; false abandons it. */
  readonly isInTime?: () => boolean
}

/**
 * All that the gateway keeps: digests of keys with their plan, digests of vouchers, and the history
 * of signers. Every method resolves only when its change would survive the end of the process, and
 * rejects with a StoreError.
 */
export interface Store {
  /** How many gateways may use it at the same time. */
  readonly gateways: 'one' | 'many'
  createKey(key: StoredKey, keyDigest: string): Promise<void>
  findKey(keyDigest: string): Promise<StoredKey | null>
  /** Rejects for an unknown or revoked key. */
  rotateKey(id: string, newKeyDigest: string): Promise<void>
  /** What it used is deleted. False when there is no such key, or it was revoked before. */
  revokeKey(id: string, at: string): Promise<boolean>
  /** False when there is no such key, or it was revoked. */
  setPlan(id: string, plan: string, planUntil: string | null): Promise<boolean>
  /** Keeps the day of a key's last use. */
  noteUse(id: string, day: string): Promise<void>
  /** Deletes keys that were last used before a day, and whose plan is the first one or has ended. */
  deleteUnusedKeys(unused: UnusedKeys): Promise<void>
  listKeys(): Promise<readonly StoredKey[]>
  /** Adds to what is kept; nothing for a key that is unknown or revoked. */
  addUsage(used: readonly StoredUsage[]): Promise<void>
  /** Latest day first. */
  listUsage(keyId: string): Promise<readonly StoredUsage[]>
  /** Of days before this one, and of keys that were revoked. */
  deleteUsage(before: string): Promise<void>
  createVoucher(voucher: StoredVoucher, codeDigest: string): Promise<void>
  listVouchers(): Promise<readonly StoredVoucher[]>
  /** Deletes a voucher that nobody redeemed; false when there is none of this id. */
  revokeVoucher(id: string): Promise<boolean>
  /** One transaction: of two that race for a voucher, one gets it. */
  redeemVoucher(input: RedeemInput): Promise<Redemption>
  /** Oldest first. */
  listSigners(): Promise<readonly StoredSigner[]>
  /**
   * Ends the open term at `from` and begins the next, in one transaction. Rejects with SIGNER_CHANGED,
   * and changes nothing, when the open term is not the one in `replaces` or did not begin before
   * `from`, or when it is too late: read the terms and decide again.
   */
  rotateSigner(next: NextSigner): Promise<void>
  /**
   * From `from` on nothing that the address signed counts. An earlier revocation stays. Rejects with
   * SIGNER_CHANGED for the address of the open term, or of no term: rotate first.
   */
  revokeSigner(address: string, from: string): Promise<void>
  /** Rejects while a change would not be kept: no server, a full disk, a database that is read alone. */
  ping(): Promise<void>
  /** The time by the server's own clock, or null where nobody but this machine has one. */
  serverTime(): Promise<Date | null>
  close(): Promise<void>
}

export type StoreErrorCode =
  /** Written by a newer version of this program. */
  | 'STORE_TOO_NEW'
  /** There is none, and none was to be made. */
  | 'STORE_MISSING'
  /** Cannot be opened. */
  | 'STORE_UNREADABLE'
  /** Another gateway uses it, and it is for one alone. */
  | 'STORE_IN_USE'
  /** It was written at a time that is still to come. */
  | 'STORE_AHEAD'
  /** Another process held it for longer than we wait. */
  | 'STORE_BUSY'
  /** An id or a digest that stands there already. */
  | 'STORE_CONFLICT'
  /** Anything else: a full disk, a closed store. */
  | 'STORE_FAILED'
  | 'KEY_NOT_FOUND'
  | 'SIGNER_CHANGED'

/** Never holds a value that was to be stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
