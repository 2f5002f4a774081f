import type { Json } from '../canonical-json.ts'
import type { CheckId } from '../claims.ts'
import { makeDisclosure } from '../disclosure/make-disclosure.ts'
import type { Disclosure } from '../disclosure/parse-disclosure.ts'
import { enclaveMembers } from '../judge/chain-subject.ts'
import { compareModes } from '../modes.ts'
import type { Svc } from '../svc/parse-svc.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'
import type { FoundVerdict } from './found-verdict.ts'
import { CountersignError } from './countersign-error.ts'

/** What `onVerdict` is told of each answer that came. */
export interface ExchangeVerdict extends FoundVerdict {
  /** Whether the answer is handed to the caller, or an error is thrown in its place. */
  readonly outcome: 'returned' | 'refused'
  /** Open the receipt's commitments. Whoever has one can show what was said: keep them as you keep the words. */
  readonly salts: Svc['commitment_salts'] | null
  /**
   * The receipt with what it commits to and the salts, which `openDisclosure` and `countersign verify` read. In `e2ee` it commits
   * to what was encrypted, and nothing of it can be read without the key that was drawn for the request.
   */
  readonly disclosure: Disclosure | null
}

/** What it takes to be handed out. */
export interface Demands {
  readonly atLeast: 'tee' | 'e2ee'
  readonly simulation: 'refuse' | 'accept'
  readonly host: 'established' | 'on-the-providers-claim'
}

export function exchangeVerdict(
  verdict: FoundVerdict,
  svc: Svc | null,
  committed: { readonly messages: Json; readonly message: Json | null },
  demands: Demands,
): ExchangeVerdict {
  const { messages, message } = committed
  return {
    ...verdict,
    outcome: isEnough(verdict, demands) ? 'returned' : 'refused',
    salts: svc?.commitment_salts ?? null,
    disclosure:
      svc === null
        ? null
        : {
            ...makeDisclosure(svc, { messages, ...(message === null ? {} : { message }) }),
            ...enclaveMembers({ svc }),
          },
  }
}

function isEnough(
  { state, verdict, mode }: FoundVerdict,
  { atLeast, simulation, host }: Demands,
): boolean {
  if (verdict !== 'verified' || mode === null || compareModes(mode, atLeast) < 0) return false
  if (state === 'verified') return true
  if (state === 'simulated') return simulation === 'accept'
  return state === 'providers-claim' && host === 'on-the-providers-claim'
}

/**
 * The error in the place of an answer that is refused.
 * @param told checks that the gateway named when it broke off: they stand first, since what is found here follows from them
 */
export function errorOf(
  { state, sentence, label, checks, missing, mode, failed, notMade }: ExchangeVerdict,
  { atLeast }: Demands,
  told: readonly CheckId[] = [],
): CountersignError {
  const failing = checks.flatMap(({ id, status }) => (status === 'fail' ? [id] : []))
  const ofWords = failed === null ? [] : [failed.id]
  const what = missing.map((part) => part.what)
  const weaker =
    mode === null || compareModes(mode, atLeast) >= 0 ? '' : packageErrors.weaker(mode, atLeast)
  const named = what.length === 0 ? '' : packageErrors.notChecked(what.join(', '))
  return new CountersignError('unverified_enclave', `${label}: ${sentence}${weaker}${named}`, {
    checks: [
      ...told,
      ...new Set([...ofWords, ...failing]),
      ...(failing.length > 0 ? [] : weaker === '' ? notMade : ['svc.mode' as const]),
    ],
    state,
  })
}
