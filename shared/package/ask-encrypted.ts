import { joinBytes } from '../bytes/bytes.ts'
import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import { describeExchange } from '../exchange/describe-exchange.ts'
import { openExchange } from '../exchange/open-exchange.ts'
import {
  serveBuffered,
  serveStream,
  type ReportExchange,
  type ServeOptions,
} from '../exchange/serve-exchange.ts'
import { verdictOf } from './found-verdict.ts'
import type { AnswerCall } from './answer-call.ts'
import type { CountersignSession } from './countersign-session.ts'
import { exchangeVerdict, type ExchangeVerdict } from './exchange-verdict.ts'
import { drawBytes, nowSeconds } from './gateway-access.ts'
import { answerResponse, ownBytes, svcWith } from './answer-response.ts'
import { toCountersignError } from './settle-refusal.ts'

/** Encrypts to an enclave that was verified here, and hands out nothing that did not verify. */
export async function askEncrypted(
  call: AnswerCall,
  session: CountersignSession,
): Promise<Response> {
  const { demands, options } = session
  const gone = new AbortController()
  const signal = AbortSignal.any([call.signal, gone.signal])
  const signers = await session.signers()
  const exchange = await openExchange(call.body, {
    client: session.relayFor(signal),
    enclaves: session.enclaves,
    trust: { signers, policy: session.policy },
    endpoint: call.endpoint,
    consent: session.consent,
    nowSeconds,
    randomBytes: drawBytes,
  })
  let told: ExchangeVerdict | null = null
  const report: ReportExchange = (judgement, { svc, wireAnswer, broken }) => {
    signal.throwIfAborted()
    const view = describeExchange({ judgement, svc }, session.naming)
    told = exchangeVerdict(
      verdictOf(view, judgement.verdict, svc?.receipt ?? null),
      svc,
      { messages: exchange.sealed.wirePrompt, message: wireAnswer },
      demands,
    )
    session.settle(told, broken === null ? null : toCountersignError(broken))
  }
  const serving: ServeOptions = {
    svcFor: (_judgement, { svc }) =>
      svc === null || told === null ? null : svcWith(svc, told, call.translated),
    writer: call.writer,
  }
  if (call.delivery === 'buffered') {
    const text = await serveBuffered(exchange, report, serving)
    return answerResponse(text, call.delivery, { headers: exchange.headers, verdict: told })
  }
  const events = serveStream(exchange, report, serving)
  if (options.streams === 'as-they-open') {
    return answerResponse(flowing(events, gone), call.delivery, {
      headers: exchange.headers,
      verdict: null,
    })
  }
  const pieces: Uint8Array[] = []
  for await (const { bytes } of events) pieces.push(bytes)
  return answerResponse(joinBytes(pieces), call.delivery, {
    headers: exchange.headers,
    verdict: told,
  })
}

type Events = ReturnType<typeof serveStream>

/** Provisional until its end, which is an error where it did not verify: no reader takes it for whole. */
function flowing(events: Events, gone: AbortController): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = await events.next()
        if (next.done === true) controller.close()
        else controller.enqueue(ownBytes(next.value.bytes))
      } catch (error) {
        controller.error(error instanceof ExchangeRefused ? toCountersignError(error) : error)
      }
    },
    async cancel(reason) {
      gone.abort(reason)
      await events.return(undefined)
    },
  })
}
