import type { Json } from '#shared/canonical-json.ts'
import type { Svc } from '#shared/svc/parse-svc.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import type { TabPlace } from '../tab/tab-store.ts'

/** What is kept as it was judged. */
type KeptAsJudged =
  | 'verdict'
  | 'gateway'
  | 'path'
  | 'unsigned'
  | 'sentInClear'
  | 'cameInClear'
  | 'secondHop'
  | 'sent'
  | 'whyInClear'
  | 'maySendUntil'

/** One answer with its verdict, from whoever judged it, for background/record/keep-judged.ts to keep and describe. */
export interface JudgedExchange extends TabPlace, Pick<KeptAnswer, KeptAsJudged> {
  /** Names it among the answers of its tab. */
  readonly key: string
  readonly svc: Svc
  /** The answer as its reader sees it, in the markdown it was written in. */
  readonly text: string
  /** What `promptCommit` is to, and `responseCommit`; null where it is not known here. */
  readonly messages: Json | null
  readonly message: Json | null
}
