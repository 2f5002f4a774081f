import type { FastifyReply } from 'fastify'
import { digestHeader, modeHeader } from '../answer/answer-headers.ts'
import { deliver, type DeliveryDeps } from '../answer/deliver.ts'
import type { DeliveryPlan } from '../answer/delivery-plan.ts'
import { CallerGone } from '../answer/choice/leg-failures.ts'
import { GatewayError } from '../common/errors.ts'
import { flatHeaders, jsonHeaders, takeOver } from '../http/flat-headers.ts'
import { breakOff, writeStream } from '../http/write-stream.ts'
import type { AnswersInFlight } from '../operation/answers-in-flight.ts'
import { watchAnswer, type WatchDeps } from './watch-answer.ts'

interface CallerDeps extends DeliveryDeps, WatchDeps {
  readonly inFlight: AnswersInFlight
}

/**
 * Plans what is to be done for a request, has it done, and writes the answer to whoever asked.
 * @param makePlan is given a signal that is aborted when the caller goes away
 * @throws {GatewayError} before the response begins
 */
export async function deliverToCaller(
  reply: FastifyReply,
  makePlan: (signal: AbortSignal) => Promise<DeliveryPlan>,
  deps: CallerDeps,
): Promise<void> {
  const { raw } = reply
  const gone = new AbortController()
  const watch = watchAnswer(reply.request, deps)
  let plan: DeliveryPlan | null = null
  let isCut = false
  const hasEnded = deps.inFlight.add(() => {
    isCut = true
    gone.abort()
  })
  raw.once('close', () => {
    hasEnded()
    if (!raw.writableFinished) gone.abort()
    watch.end(plan, raw.statusCode)
  })
  try {
    plan = await makePlan(gone.signal)
    const delivered = await deliver(plan, watch, deps)
    const { mode } = delivered
    const hints = plan.forClient === null ? {} : delivered.hints
    if (delivered.kind === 'whole') {
      watch.begin(mode, 'buffered')
      deps.metrics.countAnswer(mode, 'buffered')
      const { bytes, digest } = delivered
      const said = [...flatHeaders(hints), ...jsonHeaders(bytes), modeHeader, mode]
      raw.writeHead(200, [...takeOver(reply), ...said, digestHeader, digest])
      raw.end(bytes)
      return
    }
    watch.begin(mode, 'streamed')
    // A comment of ours would change the bytes that a client digests.
    const isSilent = delivered.release === 'none' && plan.forClient === null
    await writeStream(delivered.pieces, {
      raw,
      said: [...takeOver(reply), ...flatHeaders(hints), modeHeader, mode],
      isSilent,
      signal: gone.signal,
    })
    deps.metrics.countAnswer(mode, 'streamed')
  } catch (error) {
    const isGone = error instanceof CallerGone
    const told = isGone && isCut ? shuttingDown() : error
    if (raw.headersSent) breakOff(reply, told, deps)
    else if (isGone && !isCut) reply.hijack()
    else throw told
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
