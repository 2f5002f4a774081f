import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import type { Digest } from '#shared/digest.ts'
import { FormatError } from '#shared/errors.ts'
import type { Mode } from '#shared/modes.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import { inTurns } from '../in-turn.ts'
import type { AnswerHead, InTurn } from '../upstream.ts'
import { UpstreamRefused, UpstreamUnreachable, type LegFailure } from './call-upstream.ts'
import { notACompletion } from './stream-errors.ts'
import { commitRequest } from './commit-request.ts'
import type { AnswerTally } from './answer-tally.ts'
import type { DeliveryPlan, Leg } from './delivery-plan.ts'
import { fetchCompletion, openStream, type StreamStart } from './fetch-answer.ts'
import {
  issueAnswer,
  type AnswerFacts,
  type CommittedPrompt,
  type IssueDeps,
  type IssuedAnswer,
} from './issue-answer.ts'
import { UnusableAnswer } from './unusable-answer.ts'
import type { UpstreamTrouble } from './upstream-trouble.ts'

export interface DeliveryDeps {
  readonly issue: IssueDeps
  readonly inTurn: InTurn
  readonly answerLimits: AnswerLimits
}

/** Whoever asked, and whoever runs the gateway. */
export interface DeliveryEnds {
  /** What a stream is written to; asked for once, when one is wanted. */
  readonly startStream: () => StreamStart
  readonly report: (trouble: UpstreamTrouble) => void
  /** Kept up to date while an answer comes. */
  readonly tally: AnswerTally
  /** Told where it is sent. */
  readonly leg: (upstream: string) => void
}

/** A whole answer. */
export interface Delivered {
  readonly mode: Mode
  /** Of its receipt. */
  readonly digest: Digest
  /** The upstream's text with `svc` in it. */
  readonly bytes: Uint8Array
  readonly hints: AnswerHead['hints']
}

/**
 * Does what was planned, over the first leg that answers: forward, collect, commit, sign, splice.
 * @returns a buffered answer; null once a stream has begun, whose output then hears everything
 * @throws {GatewayError} a refusal, before the first byte; it never carries an answer
 * @throws {CallerGone}
 */
export async function deliver(
  plan: DeliveryPlan,
  { startStream, report, tally, leg: sendTo }: DeliveryEnds,
  deps: DeliveryDeps,
): Promise<Delivered | null> {
  const { request } = plan
  const prompt = await inTurns(
    deps.inTurn,
    request.bytes.length,
    commitRequest(request, plan.prompt, deps.issue),
  )
  const start = request.delivery === 'streamed' ? startStream() : null
  let failed: LegFailure | null = null
  for (;;) {
    const leg = plan.next(failed)
    sendTo(leg.upstream)
    const work = { plan, prompt, leg, report: reportOnce(leg, report), tally }
    try {
      const whole = start === null ? await deliverWhole(work, deps) : null
      if (start !== null) await deliverStream(work, start, deps)
      leg.health?.succeed()
      return whole
    } catch (error) {
      const isLegs = error instanceof UpstreamUnreachable || error instanceof UpstreamRefused
      if (error instanceof UnusableAnswer) work.report(error.trouble)
      if (!isLegs) throw error
      failed = error
    }
  }
}

type Report = (trouble: Omit<UpstreamTrouble, 'upstream'>) => void

/** What of a leg's trouble is known first is what its operator is told. */
function reportOnce({ upstream }: Leg, report: DeliveryEnds['report']): Report {
  let isTold = false
  return (trouble) => {
    if (!isTold) report({ upstream, ...trouble })
    isTold = true
  }
}

interface Work extends Pick<DeliveryEnds, 'tally'> {
  readonly plan: DeliveryPlan
  readonly prompt: CommittedPrompt
  readonly leg: Leg
  readonly report: Report
}

async function deliverWhole(work: Work, deps: DeliveryDeps): Promise<Delivered> {
  const { leg, tally } = work
  const { bytes, message, proof, hints, usage } = await fetchCompletion({
    ...callOf(work, deps),
    deps,
  })
  const messageText = await deps.inTurn(bytes.length, () => messageTextOf(message))
  tally.usage = usage
  tally.pieces = Math.ceil(messageText.length / 4)
  return deps.inTurn(bytes.length, () => {
    const { svcText, digest } = issue(work, { messageText, proof }, deps.issue)
    return { mode: leg.mode, digest, bytes: spliceSvcIntoJson(bytes, svcText), hints }
  })
}

function deliverStream(work: Work, start: StreamStart, deps: DeliveryDeps): Promise<void> {
  const { plan, leg, tally, report } = work
  return openStream(
    {
      ...callOf(work, deps),
      release: plan.release,
      tally,
      obfuscates: plan.obfuscates,
      mode: leg.mode,
      unusable: (error) => report(error.trouble),
      issue: (message, proof) =>
        issue(work, { messageText: messageTextOf(message), proof }, deps.issue).svcText,
    },
    start,
  )
}

function callOf({ plan, leg, report }: Work, { issue: { freshen } }: DeliveryDeps) {
  const { form, signal, forClient } = plan
  return {
    send: leg.send,
    form,
    signal,
    freshen,
    forClient,
    report(trouble: Omit<UpstreamTrouble, 'upstream'>) {
      leg.health?.fail()
      report(trouble)
    },
  }
}

/** The text that is committed to. @throws {GatewayError} */
function messageTextOf(message: Json): string {
  try {
    return canonicalJson(message)
  } catch (error) {
    if (error instanceof FormatError) throw notACompletion(error)
    throw error
  }
}

function issue(
  { plan, leg, prompt }: Work,
  answer: Pick<AnswerFacts, 'messageText' | 'proof'>,
  deps: IssueDeps,
): IssuedAnswer {
  const { mode, why, translated = false } = leg
  return issueAnswer({ ...plan.said, mode, why, translated, prompt, ...answer }, deps)
}
