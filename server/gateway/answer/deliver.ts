import { canonicalJson } from '#shared/canonical-json.ts'
import type { Digest } from '#shared/digest.ts'
import { FormatError } from '#shared/errors.ts'
import { parseJsonObjectInPasses } from '#shared/json/parse-json-object.ts'
import { isEnclaveMode, type Mode } from '#shared/modes.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import { answerProblems } from '#shared/words/english/errors/provider-errors.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import { decodeUtf8 } from '../common/decode-utf8.ts'
import { inTurns } from '../common/in-turn.ts'
import type { AnswerHead, InTurn, UpstreamAnswer } from '../common/upstream.ts'
import { readUsage, type AnswerTally } from '../common/answer-tally.ts'
import { callError, otherAnswer, troubleOf } from './call-errors.ts'
import type { DeliveryPlan, Leg, ReleaseWish } from './delivery-plan.ts'
import { commitRequest, issueAnswer, type AnswerFacts, type IssueDeps } from './issue-answer.ts'
import {
  UpstreamBroken,
  UpstreamRefused,
  UpstreamUnreachable,
  type LegFailure,
} from './choice/leg-failures.ts'
import { relayStream, type Release } from './stream/relay-stream.ts'
import type { UpstreamTrouble } from './upstream-trouble.ts'

export interface DeliveryDeps {
  readonly issue: IssueDeps
  readonly inTurn: InTurn
  readonly answerLimits: AnswerLimits
}

/** Whoever watches how it goes. */
export interface DeliveryWatch {
  /** Kept up to date while an answer comes. */
  readonly tally: AnswerTally
  /** Told to which upstream it is sent; null where nobody asks. */
  readonly leg: ((upstream: string) => void) | null
  /** That one gave no answer. */
  trouble(trouble: UpstreamTrouble): void
}

interface DeliveredWhole {
  readonly kind: 'whole'
  readonly mode: Mode
  readonly hints: AnswerHead['hints']
  /** The digest of the answer's receipt. */
  readonly digest: Digest
  /** The upstream's text with `svc` in it. */
  readonly bytes: Uint8Array
}

export interface DeliveredStream {
  readonly kind: 'stream'
  readonly mode: Mode
  readonly hints: AnswerHead['hints']
  /** What of it may leave before its end. */
  readonly release: Release
  /**
   * What leaves, piece by piece; leaving it early ends the call.
   * @throws {GatewayError | CallerGone} no receipt covers what left
   */
  readonly pieces: AsyncIterable<Uint8Array>
}

/**
 * Does what was planned, over the first leg that answers: forward, collect, commit, sign, splice.
 * @throws {GatewayError} a refusal, before the first byte; it never carries an answer
 * @throws {CallerGone}
 */
export async function deliver(
  plan: DeliveryPlan,
  watch: DeliveryWatch,
  deps: DeliveryDeps,
): Promise<DeliveredWhole | DeliveredStream> {
  const { request, signal, forClient } = plan
  const wanted = wantedFor[request.delivery]
  const passes = commitRequest(request, plan.prompt, deps.issue)
  const prompt = await inTurns(deps.inTurn, request.bytes.length, passes)
  let failed: LegFailure | null = null
  for (;;) {
    const leg = plan.next(failed)
    watch.leg?.(leg.upstream)
    try {
      const answer = await leg.send(signal)
      const { status, mediaType } = answer.head
      if (status !== 200 || mediaType !== wanted) {
        throw await otherAnswer(answer, { wanted, forClient })
      }
      const { mode, why, translated = false } = leg
      const facts = { ...plan.said, mode, why, translated, prompt }
      const work = { plan, facts, leg, watch, answer }
      const delivered =
        request.delivery === 'streamed' ? beginStream(work, deps) : await deliverWhole(work, deps)
      leg.health?.succeed()
      return delivered
    } catch (error) {
      failed = settle(callError(error, signal), leg, watch)
    }
  }
}

const wantedFor = { buffered: 'application/json', streamed: 'text/event-stream' } as const

interface Work {
  readonly plan: DeliveryPlan
  /** What the receipt will say, but for the answer itself. */
  readonly facts: Omit<AnswerFacts, 'messageText' | 'proof'>
  readonly leg: Leg
  readonly watch: DeliveryWatch
  readonly answer: UpstreamAnswer
}

/** Tells how a leg ended. @throws what the caller is told, where no other leg may follow */
function settle(error: unknown, { upstream, health }: Leg, watch: DeliveryWatch): LegFailure {
  const isLegs = error instanceof UpstreamUnreachable || error instanceof UpstreamRefused
  const isBroken = error instanceof UpstreamBroken
  if (isLegs || isBroken) health?.fail()
  const trouble = troubleOf(error)
  if (trouble !== null) watch.trouble({ upstream, ...trouble })
  if (isLegs) return error
  throw isBroken ? error.refusal : error
}

async function deliverWhole(work: Work, deps: DeliveryDeps): Promise<DeliveredWhole> {
  const { facts, leg, watch, answer } = work
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body) pieces.push(piece)
  const proof = answer.proof === null ? null : await answer.proof()
  const [only] = pieces
  const bytes = pieces.length === 1 && only ? only : Buffer.concat(pieces)
  const messageText = await inTurns(deps.inTurn, bytes.length, readWhole(bytes, work, deps))
  watch.tally.pieces = Math.ceil(messageText.length / 4)
  // The store takes milliseconds, where the signer's terms were not read lately.
  const reading = deps.issue.freshen(new Date(deps.issue.unixMs()))
  if (reading !== null) await reading
  return deps.inTurn(bytes.length, () => {
    const { svcText, digest } = issueAnswer({ ...facts, messageText, proof }, deps.issue)
    const signed = spliceSvcIntoJson(bytes, svcText)
    return { kind: 'whole', mode: leg.mode, hints: answer.head.hints, digest, bytes: signed }
  })
}

/** What is committed to of a whole answer. Stops after each pass over it. @throws {FormatError | GatewayError} */
function* readWhole(
  bytes: Uint8Array,
  { plan, watch }: Work,
  { answerLimits }: DeliveryDeps,
): Generator<void, string, undefined> {
  const { value } = yield* parseJsonObjectInPasses(bytes, decodeUtf8, answerLimits)
  if ('svc' in value) throw new FormatError('COMPLETION_MALFORMED', answerProblems.ownSvc)
  const message = plan.form.whole(value)
  yield
  plan.form.inspect?.(value)
  watch.tally.usage = readUsage(value, null)
  yield
  return canonicalJson(message)
}

function beginStream(work: Work, { issue }: DeliveryDeps): DeliveredStream {
  const { plan, facts, leg, watch, answer } = work
  const { provenance, hints } = answer.head
  const release = releaseOf(provenance, leg.mode, plan.release)
  const { form, obfuscates, signal } = plan
  const pieces = relayStream({
    answer,
    form,
    release,
    obfuscates,
    tally: watch.tally,
    async svcOf(message, proof) {
      const messageText = canonicalJson(message)
      const reading = issue.freshen(new Date(issue.unixMs()))
      if (reading !== null) await reading
      return issueAnswer({ ...facts, messageText, proof }, issue).svcText
    },
    broke: (error) => void settle(callError(error, signal), leg, watch),
  })
  return { kind: 'stream', mode: leg.mode, hints, release, pieces }
}

/** What has no provenance of its own is not held: its mode promises none (PROTOCOL.md §10). */
function releaseOf(provenance: AnswerHead['provenance'], mode: Mode, wish: ReleaseWish): Release {
  if (!isEnclaveMode(mode)) return 'every-event'
  return provenance === 'as-it-comes' && wish === 'flow' ? 'until-last' : 'none'
}
