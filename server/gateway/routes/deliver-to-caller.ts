import { gatewayErrors } from '#shared/words/english/errors/gateway-errors.ts'
import type { FastifyReply } from 'fastify'
import { digestHeader, modeHeader } from '../answer/answer-headers.ts'
import { deliver, type DeliveryDeps } from '../answer/deliver.ts'
import type { DeliveryPlan } from '../answer/delivery-plan.ts'
import { CallerGone } from '../answer/choice/leg-failures.ts'
import { GatewayError } from '../common/errors.ts'
import { breakOff, writeStream } from '../http/write-stream.ts'
import type { AnswerWatch, WatchDeps } from './watch-answer.ts'

interface Planned {
  readonly plan: DeliveryPlan
  readonly watch: AnswerWatch
}

/**
 * Has done what was planned for a request, and writes the answer to whoever asked.
 * @throws {GatewayError} before the response begins
 */
export async function deliverToCaller(
  reply: FastifyReply,
  { plan, watch }: Planned,
  deps: DeliveryDeps & WatchDeps,
): Promise<void> {
  watch.plan = plan
  try {
    const delivered = await deliver(plan, watch, deps)
    const { mode } = delivered
    const hints = plan.forClient === null ? {} : delivered.hints
    if (delivered.kind === 'whole') {
      watch.begin(mode, 'buffered')
      deps.metrics.countAnswer(mode, 'buffered')
      reply.headers({ ...hints, [modeHeader]: mode, [digestHeader]: delivered.digest })
      reply.type('application/json; charset=utf-8').send(delivered.bytes)
      return
    }
    watch.begin(mode, 'streamed')
    await writeStream(delivered.pieces, {
      reply,
      said: { ...hints, [modeHeader]: mode },
      // A comment of ours would change the bytes that a client digests.
      isSilent: delivered.release === 'none' && plan.forClient === null,
      signal: watch.signal,
    })
    deps.metrics.countAnswer(mode, 'streamed')
  } catch (error) {
    const isGone = error instanceof CallerGone
    const told = isGone && watch.isCut() ? shuttingDown() : error
    if (reply.raw.headersSent) breakOff(reply, told, deps)
    else if (told instanceof CallerGone) reply.hijack()
    else throw told
  }
}

/** The error of an answer that had not ended when the gateway had to end. */
export function shuttingDown(): GatewayError {
  return new GatewayError('shutting_down', gatewayErrors.endingWithin, {
    headers: { 'retry-after': '1' },
  })
}
