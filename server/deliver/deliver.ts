import { FormatError } from '#shared/errors.ts'
import type { RefusedCheck } from '#shared/aci/six-verifications.ts'
import { canonicalBytes } from '#shared/canonical-bytes.ts'
import { canonicalJson, type Json } from '#shared/canonical-json.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import type { AnswerLimits } from '../config/size-limits.ts'
import type { Resolved, Route } from '../catalogue/catalogue.ts'
import { inTurns } from '../in-turn.ts'
import type { EnclaveProof, InTurn } from '../upstream.ts'
import { UpstreamUnreachable } from './call-upstream.ts'
import { chooseRoute, type RouteChoice } from './choose-route.ts'
import { notACompletion } from './collect-completion.ts'
import { fetchCompletion, openStream, type ReleaseWish, type StreamStart } from './fetch-answer.ts'
import { forwardBody } from './forward-body.ts'
import { choicesOf } from './choices-of.ts'
import type { ChatRequest } from './parse-chat-request.ts'
import { sealAnswer, sealPrompt, type SealDeps, type SealedPrompt } from './seal-answer.ts'

export interface DeliveryInput {
  readonly request: ChatRequest
  readonly resolved: Resolved
  readonly release: ReleaseWish
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface DeliveryDeps {
  readonly seal: SealDeps
  readonly inTurn: InTurn
  readonly answerLimits: AnswerLimits
}

export interface Delivered {
  readonly route: Route
  /** The upstream's text with `svc` in it. */
  readonly bytes: Uint8Array
}

/** @throws {GatewayError} a refusal; it never carries an answer */
export async function deliverBuffered(
  input: DeliveryInput,
  deps: DeliveryDeps,
): Promise<Delivered> {
  const prompt = await sealedPrompt(input.request, deps)
  return onStrongestRoute(input, async (choice) => {
    const { bytes, message, proof } = await fetchCompletion({
      send: (sink) =>
        choice.route.upstream.send(
          { body: bodyFor(input, choice.route), delivery: 'buffered' },
          sink,
        ),
      asked: choicesOf(input.request),
      signal: input.signal,
      deps,
    })
    const messageText = await deps.inTurn(bytes.length, () => messageTextOf(message))
    return deps.inTurn(bytes.length, () => {
      const svcText = seal({ input, choice, prompt, messageText, proof }, deps.seal)
      return { route: choice.route, bytes: spliceSvcIntoJson(bytes, svcText) }
    })
  })
}

/** The prompt's half of the commitments; of a large one, in its turn. */
export async function sealedPrompt(
  { bytes, members, messages }: ChatRequest,
  { seal: sealing, inTurn }: DeliveryDeps,
): Promise<SealedPrompt> {
  const member = members.find(({ key }) => key === 'messages')
  const text = bytes.subarray(member?.valueStart, member?.valueEnd)
  return inTurns(inTurn, bytes.length, sealInPasses({ text, messages }, sealing))
}

interface PromptSource {
  /** As they stand in the body. */
  readonly text: Uint8Array
  readonly messages: Json
}

function* sealInPasses(
  { text, messages }: PromptSource,
  sealing: SealDeps,
): Generator<void, SealedPrompt, undefined> {
  const canonical = canonicalBytes(text) ?? canonicalJson(messages)
  yield
  const prompt = sealPrompt(canonical, sealing)
  // The body that is made next, and sent, has a turn of its own.
  yield
  return prompt
}

/** The text that is committed to. @throws {GatewayError} */
export function messageTextOf(message: Json): string {
  try {
    return canonicalJson(message)
  } catch (error) {
    if (error instanceof FormatError) throw notACompletion(error)
    throw error
  }
}

/**
 * Resolves when the stream has begun; from then on `output` hears everything.
 * @throws {GatewayError} a refusal before the first byte
 */
export async function deliverStreamed(
  input: DeliveryInput,
  start: StreamStart,
  deps: DeliveryDeps,
): Promise<void> {
  const prompt = await sealedPrompt(input.request, deps)
  await onStrongestRoute(input, (choice) =>
    openStream(
      {
        send: (sink) =>
          choice.route.upstream.send(
            { body: bodyFor(input, choice.route), delivery: 'streamed' },
            sink,
          ),
        asked: choicesOf(input.request),
        signal: input.signal,
        release: input.release,
        mode: choice.route.mode,
        seal(message, proof) {
          const messageText = messageTextOf(message)
          return seal({ input, choice, prompt, messageText, proof }, deps.seal)
        },
      },
      start,
    ),
  )
}

/** Tries the strongest route that is left, until one is reached or the next would be too weak. */
async function onStrongestRoute<Result>(
  { request, resolved }: DeliveryInput,
  attempt: (choice: RouteChoice) => Promise<Result>,
): Promise<Result> {
  const tried = new Set<Route>()
  let refused: readonly RefusedCheck[] | null = null
  for (;;) {
    const { shownMode } = request
    const choice = chooseRoute(resolved.model, { shownMode, tried, refused })
    try {
      return await attempt(choice)
    } catch (error) {
      if (!(error instanceof UpstreamUnreachable)) throw error
      tried.add(choice.route)
      refused = error.checks ?? refused
    }
  }
}

function bodyFor({ request }: DeliveryInput, route: Route): Uint8Array {
  return forwardBody({
    bytes: request.bytes,
    members: request.members,
    upstreamModel: route.upstreamModel,
    mode: route.mode,
  })
}

interface Sealing {
  readonly input: DeliveryInput
  readonly choice: RouteChoice
  readonly prompt: SealedPrompt
  readonly messageText: string
  readonly proof: EnclaveProof | null
}

function seal({ input, choice, prompt, messageText, proof }: Sealing, deps: SealDeps): string {
  const { model, viaTrait } = input.resolved
  return sealAnswer(
    {
      model: model.id,
      mode: choice.route.mode,
      contentPolicy: model.contentPolicy,
      viaTrait,
      why: choice.why,
      prompt,
      messageText,
      proof,
    },
    deps,
  )
}
