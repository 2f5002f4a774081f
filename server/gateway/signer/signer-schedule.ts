import { signerProblems } from '#shared/words/english/configuration/signer-problems.ts'
import type { Store, StoredSigner } from '../store/store.ts'
import { measureClock } from './measure-clock.ts'
import { SignerError } from './signer-error.ts'
import type { SigningKey } from './signing-key.ts'

/** How long before a rotation takes effect every running gateway must have heard of it. */
export const rotationLeadMs = 5_000

export interface SignerSchedule {
  /**
   * The signer whose term contains `at`.
   * @throws {SignerError} SIGNER_STALE when the store was not heard from for so long that a rotation
   * could have been missed, SIGNER_CLOCK when its clock is another one, SIGNER_KEY_MISSING
   */
  signerAt(at: Date): SigningKey
  /**
   * Reads the store again.
   * @throws {SignerError} SIGNER_KEY_MISSING, SIGNER_KEY_INVALID, SIGNER_CLOCK; the terms are taken over all the
   * same, and `signerAt` fails from the instant at which the missing key should sign
   */
  refresh(): Promise<void>
  /**
   * Reads the store again where the last reading will soon be too old for `signerAt`; null where it will
   * not. Never rejects: `signerAt` then says what is wrong.
   */
  freshen(at: Date): Promise<void> | null
  /** The terms up to now, for `/api/limits`. */
  history(at: Date): {
    readonly current: { readonly address: string; readonly from: string }
    readonly retired: readonly {
      readonly address: string
      readonly from: string
      readonly until: string
      readonly revoked_from?: string
    }[]
  }
}

interface ScheduleDeps {
  readonly store: Store
  /** @throws {SignerError} when there is no key for the address */
  readonly openKey: (address: string) => Promise<SigningKey>
  /** Told again and again of each address whose terms are over. */
  readonly retire: (address: string) => Promise<void> | void
  readonly now: () => Date
}

/**
 * Who signs when. A rotation is written with a time ahead of now, and every gateway reads the terms
 * more often than that, so that at each instant all sign with the same key, and `issuedAt` always
 * lies within the signer's published term.
 */
export async function createSignerSchedule({
  store,
  openKey,
  retire,
  now,
}: ScheduleDeps): Promise<SignerSchedule> {
  const keys = new Map<string, SigningKey>()
  let terms: readonly StoredSigner[] = []
  let clockProblem: SignerError | null = null
  let refreshedAtMs = Number.NEGATIVE_INFINITY
  let freshening: Promise<void> | null = null

  /** What no gateway can sign with any more is forgotten here and, by `retire`, where it is kept. */
  async function forgetRetired(stored: readonly StoredSigner[], at: string): Promise<void> {
    const isOver = ({ until }: StoredSigner) => until !== null && until <= at
    const needed = new Set(stored.filter((term) => !isOver(term)).map(({ address }) => address))
    for (const { address } of stored.filter(isOver)) {
      if (needed.has(address)) continue
      keys.delete(address)
      await retire(address)
    }
  }

  async function refresh(): Promise<void> {
    const startedAtMs = now().getTime()
    const stored = await store.listSigners()
    const startedAt = new Date(startedAtMs).toISOString()
    clockProblem = await measureClock(store, now)
    let failure: unknown = clockProblem
    for (const { address, until } of stored) {
      const isOver = until !== null && until <= startedAt
      if (isOver || keys.has(address)) continue
      try {
        keys.set(address, await openKeyOf(address))
      } catch (error) {
        // A term that ends may be another gateway's to sign in.
        if (until === null) failure ??= error
      }
    }
    terms = stored
    refreshedAtMs = startedAtMs
    await forgetRetired(stored, new Date(startedAtMs - rotationLeadMs).toISOString())
    if (failure !== null) throw failure as Error
  }

  async function openKeyOf(address: string): Promise<SigningKey> {
    const key = await openKey(address)
    if (key.address === address) return key
    throw new SignerError('SIGNER_KEY_INVALID', signerProblems.otherAddress(address))
  }

  const ageMs = (at: Date) => Math.abs(at.getTime() - refreshedAtMs)

  await refresh()
  return {
    signerAt(at) {
      // Either way: a clock that was set back would keep an old reading fresh.
      if (ageMs(at) >= rotationLeadMs) {
        throw new SignerError('SIGNER_STALE', signerProblems.stale)
      }
      if (clockProblem !== null) throw clockProblem
      const key = keys.get(termAt(terms, at).address)
      if (key) return key
      throw new SignerError('SIGNER_KEY_MISSING', signerProblems.keyMissing)
    },
    refresh,
    freshen(at) {
      if (ageMs(at) < rotationLeadMs / 2) return null
      freshening ??= refresh()
        .catch(() => {})
        .finally(() => {
          freshening = null
        })
      return freshening
    },
    history(at) {
      const current = termAt(terms, at)
      const retired = retiredBefore(terms, current)
      return { current: { address: current.address, from: current.from }, retired }
    },
  }
}

/** @throws {SignerError} SIGNER_STALE */
function termAt(terms: readonly StoredSigner[], at: Date): StoredSigner {
  const time = at.toISOString()
  const term = terms.find(({ from, until }) => from <= time && (until === null || time < until))
  if (term) return term
  throw new SignerError('SIGNER_STALE', signerProblems.noTerm(time))
}

function retiredBefore(
  terms: readonly StoredSigner[],
  current: StoredSigner,
): ReturnType<SignerSchedule['history']>['retired'] {
  return terms.flatMap(({ address, from, until, revokedFrom }) =>
    until !== null && from < current.from
      ? [
          {
            address,
            from,
            until,
            ...(revokedFrom === null ? {} : { revoked_from: revokedFrom }),
          },
        ]
      : [],
  )
}
