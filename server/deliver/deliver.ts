import { FormatError } from '#shared/errors.ts'
import type { Json } from '#shared/canonical-json.ts'
import { spliceSvcIntoJson } from '#shared/svc/splice-svc.ts'
import type { Resolved, Route } from '../catalogue/catalogue.ts'
import { GatewayError } from '../errors.ts'
import type { UpstreamCall } from '../upstream.ts'
import { callUpstream, CallerGone, UpstreamUnreachable } from './call-upstream.ts'
import { chooseRoute, type RouteChoice } from './choose-route.ts'
import { collectCompletion, notACompletion, type Completion } from './collect-completion.ts'
import { forwardBody } from './forward-body.ts'
import type { ChatRequest } from './parse-chat-request.ts'
import { relayStream, type StreamOutput } from './relay-stream.ts'
import { sealAnswer, sealPrompt, type SealDeps, type SealedPrompt } from './seal-answer.ts'

export interface DeliveryInput {
  readonly request: ChatRequest
  readonly resolved: Resolved
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export interface Delivered {
  readonly route: Route
  /** The upstream's text with `svc` in it. */
  readonly bytes: Uint8Array
}

/** @throws {GatewayError} a refusal; it never carries an answer */
export async function deliverBuffered(input: DeliveryInput, deps: SealDeps): Promise<Delivered> {
  const prompt = sealPrompt(input.request.messages, deps)
  return onStrongestRoute(input, async (choice) => {
    const { bytes, message } = await fetchCompletion(input, choice.route)
    const svcText = seal({ input, choice, prompt, message }, deps)
    return { route: choice.route, bytes: spliceSvcIntoJson(bytes, svcText) }
  })
}

export interface StreamStart {
  readonly output: StreamOutput
  /** Told how to hold the upstream back while the caller reads slowly. */
  readonly begin: (route: Route, call: UpstreamCall) => void
}

/**
 * Resolves when the stream has begun; from then on `output` hears everything.
 * @throws {GatewayError} a refusal before the first byte
 */
export async function deliverStreamed(
  input: DeliveryInput,
  { output, begin }: StreamStart,
  deps: SealDeps,
): Promise<void> {
  const prompt = sealPrompt(input.request.messages, deps)
  await onStrongestRoute(input, (choice) =>
    callUpstream({
      route: choice.route,
      request: { body: bodyFor(input, choice.route), delivery: 'streamed' },
      signal: input.signal,
      accept(head, call) {
        if (head.mediaType !== 'text/event-stream') {
          throw new GatewayError('upstream_error', 'The upstream did not answer with a stream.')
        }
        begin(choice.route, call)
        return relayStream({
          output,
          seal: (message) => seal({ input, choice, prompt, message }, deps),
          abort: () => call.abort(),
        })
      },
    }),
  )
}

/** Tries the strongest route that is left, until one is reached or the next would be too weak. */
async function onStrongestRoute<Result>(
  { request, resolved }: DeliveryInput,
  attempt: (choice: RouteChoice) => Promise<Result>,
): Promise<Result> {
  const tried = new Set<Route>()
  for (;;) {
    const choice = chooseRoute(resolved.model, { shownMode: request.shownMode, tried })
    try {
      return await attempt(choice)
    } catch (error) {
      if (!(error instanceof UpstreamUnreachable)) throw error
      tried.add(choice.route)
    }
  }
}

function fetchCompletion(input: DeliveryInput, route: Route): Promise<Completion> {
  return new Promise((resolve, reject) => {
    input.signal.addEventListener('abort', () => reject(new CallerGone()), { once: true })
    callUpstream({
      route,
      request: { body: bodyFor(input, route), delivery: 'buffered' },
      signal: input.signal,
      accept: (head, call) =>
        collectCompletion(head, { resolve, reject, abort: () => call.abort() }),
    }).catch(reject)
  })
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
  readonly message: Json
}

function seal({ input, choice, prompt, message }: Sealing, deps: SealDeps): string {
  const { model, viaTrait } = input.resolved
  try {
    return sealAnswer(
      {
        model: model.id,
        mode: choice.route.mode,
        contentPolicy: model.contentPolicy,
        viaTrait,
        why: choice.why,
        prompt,
        message,
      },
      deps,
    )
  } catch (error) {
    if (error instanceof FormatError) throw notACompletion(error)
    throw error
  }
}
