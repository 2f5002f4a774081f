import type { Json } from '#shared/canonical-json.ts'
import type { SecondHop } from '#shared/aci/second-hop.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import type { WhyInClear } from '#shared/judge/state/why-in-clear.ts'
import type { Verdict } from '#shared/verdict.ts'
import type { SentField, PagePath } from '../../answer/answer-card.ts'
import type { TabPlace } from '../tab/tab-store.ts'

/** One answer with its verdict, from whoever judged it, for background/record/keep-judged.ts to keep and describe. */
export interface JudgedExchange extends TabPlace {
  /** Names it among the answers of its tab. */
  readonly key: string
  readonly svc: Svc
  readonly verdict: Verdict
  /** Origin of the gateway whose signers were used; null when the user named none that signed it. */
  readonly gateway: string | null
  readonly path: PagePath
  /** The answer as its reader sees it, in the markdown it was written in. */
  readonly text: string
  /** What `promptCommit` is to, and `responseCommit`; null where it is not known here. */
  readonly messages: Json | null
  readonly message: Json | null
  /** Members of the answer that no signature covers. */
  readonly unsigned: readonly string[]
  /** Members of the request that left in clear beside what was encrypted, and may tell something: `tools`. */
  readonly sentInClear: readonly string[]
  /** Members of the answer that came in clear beside what was encrypted. */
  readonly cameInClear: readonly string[]
  /** Who vouches for the host behind an enclave that was verified here. */
  readonly secondHop: SecondHop
  readonly sent: readonly SentField[] | null
  /** Why it was not encrypted, where the user wanted that when possible; null for every other one. */
  readonly whyInClear: WhyInClear | null
  /** Unix seconds until which the verified enclave may be sent to; null without one verified here. */
  readonly maySendUntil: number | null
}
