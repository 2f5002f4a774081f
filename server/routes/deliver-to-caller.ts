import type { FastifyReply } from 'fastify'
import { CallerGone } from '../deliver/call-upstream.ts'
import { deliver, type DeliveryDeps } from '../deliver/deliver.ts'
import type { DeliveryPlan } from '../deliver/delivery-plan.ts'
import type { StreamStart } from '../deliver/fetch-answer.ts'
import type { StreamOutput } from '../deliver/relay-stream.ts'
import type { UpstreamTrouble } from '../deliver/upstream-trouble.ts'
import { digestHeader, modeHeader } from '../deliver/answer-headers.ts'
import { GatewayError } from '../errors.ts'
import { flatHeaders, jsonHeaders } from '../http/flat-headers.ts'
import { createSseOutput } from '../http/sse-output.ts'
import { takeOver } from '../http/take-over.ts'
import type { AnswersInFlight } from '../operation/answers-in-flight.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../operation/safe-logger.ts'
import { watchAnswer, type AnswerWatch, type WatchDeps } from './watch-answer.ts'

interface CallerDeps extends DeliveryDeps, WatchDeps {
  readonly metrics: Metrics
  readonly logger: SafeLogger
  readonly inFlight: AnswersInFlight
}

/**
 * Plans what is to be done for a request, has it done, and writes the answer to whoever asked.
 * @param makePlan is given a signal that is aborted when the caller goes away
 */
export async function deliverToCaller(
  reply: FastifyReply,
  makePlan: (signal: AbortSignal) => Promise<DeliveryPlan>,
  deps: CallerDeps,
): Promise<void> {
  const { raw, request } = reply
  const gone = new AbortController()
  const watch = watchAnswer(request, deps)
  let made: DeliveryPlan | null = null
  let isCut = false
  let breakStream: (() => void) | null = null
  const hasEnded = deps.inFlight.add(() => {
    isCut = true
    gone.abort()
    breakStream?.()
  })
  raw.once('close', () => {
    hasEnded()
    if (!raw.writableFinished) gone.abort()
    watch.end(made, raw.statusCode)
  })
  const plan = await makePlan(gone.signal)
  made = plan
  try {
    const whole = await deliver(
      plan,
      {
        startStream: () =>
          streamTo(reply, plan, {
            ...deps,
            watch,
            onBegin(output) {
              breakStream = () => output.break(shuttingDown())
            },
          }),
        tally: watch.tally,
        leg: (upstream) => watch.leg(upstream),
        report(trouble) {
          watch.trouble(trouble)
          tellOperator(trouble, request.id, deps)
        },
      },
      deps,
    )
    if (whole === null) return
    watch.begin(whole.mode, 'buffered')
    deps.metrics.countAnswer(whole.mode, 'buffered')
    raw.writeHead(200, [
      ...takeOver(reply),
      ...(plan.forClient === null ? [] : flatHeaders(whole.hints)),
      ...jsonHeaders(whole.bytes),
      modeHeader,
      whole.mode,
      digestHeader,
      whole.digest,
    ])
    raw.end(whole.bytes)
  } catch (error) {
    if (!(error instanceof CallerGone)) throw error
    if (isCut) throw shuttingDown()
    reply.hijack()
  }
}

/** Of an answer that did not come to its end in the time that a gateway takes to end. */
export function shuttingDown(): GatewayError {
  return new GatewayError(
    'shutting_down',
    'The gateway ends, and the answer is not whole. Ask again.',
    {
      headers: { 'retry-after': '1' },
    },
  )
}

export function tellOperator(
  trouble: UpstreamTrouble,
  requestId: string,
  { metrics, logger }: Pick<CallerDeps, 'metrics' | 'logger'>,
): void {
  metrics.countUpstreamTrouble(trouble)
  logger.warn({ requestId, ...trouble }, 'an upstream gave no answer')
}

interface StreamDeps extends CallerDeps {
  readonly watch: AnswerWatch
  readonly onBegin: (output: StreamOutput) => void
}

function streamTo(
  reply: FastifyReply,
  { forClient }: DeliveryPlan,
  { metrics, logger, watch, onBegin }: StreamDeps,
): StreamStart {
  const sse = createSseOutput(reply, { metrics, logger })
  return {
    output: sse.output,
    begin({ mode, call, release, hints }) {
      watch.begin(mode, 'streamed')
      // A comment of ours would change the bytes that a client digests.
      const said = { [modeHeader]: mode }
      if (forClient === null) sse.begin({ call, release, headers: said })
      else sse.begin({ call, release: 'silent', headers: { ...hints, ...said } })
      onBegin(sse.output)
      sse.onFinish(() => metrics.countAnswer(mode, 'streamed'))
    },
  }
}
