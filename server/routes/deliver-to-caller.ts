import type { FastifyReply } from 'fastify'
import { CallerGone } from '../deliver/call-upstream.ts'
import { deliver, type DeliveryDeps } from '../deliver/deliver.ts'
import type { DeliveryPlan } from '../deliver/delivery-plan.ts'
import type { StreamStart } from '../deliver/fetch-answer.ts'
import type { UpstreamTrouble } from '../deliver/upstream-trouble.ts'
import { digestHeader, modeHeader } from '../deliver/answer-headers.ts'
import { createSseOutput } from '../http/sse-output.ts'
import type { Metrics } from '../operation/metrics.ts'
import type { SafeLogger } from '../operation/safe-logger.ts'

interface CallerDeps extends DeliveryDeps {
  readonly metrics: Metrics
  readonly logger: SafeLogger
}

/**
 * Plans what is to be done for a request, has it done, and writes the answer to whoever asked.
 * @param makePlan is given a signal that is aborted when the caller goes away
 */
export async function deliverToCaller(
  reply: FastifyReply,
  makePlan: (signal: AbortSignal) => Promise<DeliveryPlan>,
  deps: CallerDeps,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const plan = await makePlan(gone.signal)
  try {
    const whole = await deliver(
      plan,
      {
        startStream: () => streamTo(reply, plan, deps),
        report: (trouble) => tellOperator(trouble, reply.request.id, deps),
      },
      deps,
    )
    if (whole === null) return reply
    deps.metrics.countAnswer(whole.mode, 'buffered')
    if (plan.forClient !== null) reply.headers(whole.hints)
    reply.headers({ [modeHeader]: whole.mode, [digestHeader]: whole.digest })
    return reply.type('application/json; charset=utf-8').send(whole.bytes)
  } catch (error) {
    if (!(error instanceof CallerGone)) throw error
    reply.hijack()
    return reply
  }
}

function tellOperator(
  trouble: UpstreamTrouble,
  requestId: string,
  { metrics, logger }: Pick<CallerDeps, 'metrics' | 'logger'>,
): void {
  metrics.countUpstreamTrouble(trouble)
  logger.warn({ requestId, ...trouble }, 'an upstream gave no answer')
}

function streamTo(
  reply: FastifyReply,
  { forClient }: DeliveryPlan,
  { metrics, logger }: CallerDeps,
): StreamStart {
  const sse = createSseOutput(reply, { metrics, logger })
  return {
    output: sse.output,
    begin({ mode, call, release, hints }) {
      // A comment of ours would change the bytes that a client digests.
      const said = { [modeHeader]: mode }
      if (forClient === null) sse.begin({ call, release, headers: said })
      else sse.begin({ call, release: 'silent', headers: { ...hints, ...said } })
      sse.onFinish(() => metrics.countAnswer(mode, 'streamed'))
    },
  }
}
