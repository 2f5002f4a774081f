import type { PromptForm } from '#shared/dialects/api-dialect.ts'
import type { Mode } from '#shared/modes.ts'
import type { Send } from '../common/upstream.ts'
import type { AnswerForm } from './answer-form.ts'
import type { LegFailure } from './choice/leg-failures.ts'
import type { Why } from './why.ts'
import type { ForClient } from './for-client.ts'
import type { LegHealth } from './choice/choose-route.ts'
import type { AnswerFacts } from './issue-answer.ts'
import type { ApiRequest } from './request/parse-request.ts'

/** Whether bytes may leave as soon as their channel is proven, or only once the answer is. */
export type ReleaseWish = 'flow' | 'proven'

/** One way to have a request answered. */
export interface Leg {
  readonly mode: Mode
  /** Id of the upstream. */
  readonly upstream: string
  /** Null when the strongest mode is delivered, and all of the request reached the model. */
  readonly why: Why | null
  /** Whether its answer is written anew, since the upstream speaks another dialect. */
  readonly translated?: boolean
  /** Null where nothing is chosen by it. */
  readonly health: LegHealth | null
  readonly send: Send
}

/** All that is to be done for one request, once a route has found out what that is. */
export interface DeliveryPlan {
  readonly request: ApiRequest
  /** What is committed to of the request. */
  readonly prompt: PromptForm
  /** How its answer is read. */
  readonly form: AnswerForm
  /** What is signed or said of the answer, whichever leg brings it. */
  readonly said: Pick<AnswerFacts, 'model' | 'contentPolicy' | 'viaTrait' | 'committed'>
  /** Of the model, in tokens; null where nobody says. */
  readonly contextLength: number | null
  readonly release: ReleaseWish
  /** Whether the lengths of a stream's events are hidden. */
  readonly obfuscates: boolean
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
  /**
   * The next leg to try.
   * @param failed how the one before ended; null for the first
   * @throws {GatewayError} when there is none
   */
  next(failed: LegFailure | null): Leg
  /** Null where the answer is the gateway's to read. */
  readonly forClient: ForClient | null
}
