import { parseUtf8 } from '#shared/bytes/bytes.ts'
import { fail, pass } from '#shared/checks.ts'
import type { AnswerOpener } from '#shared/e2ee/e2ee-client.ts'
import type { RelayedEnd } from '#shared/e2ee/relayed-answer.ts'
import { sealedForms } from '#shared/e2ee/sealed-form.ts'
import type { ExchangeJudgement } from '#shared/judge/judge-exchange.ts'
import { describeEnclaveAnswer } from '#shared/judge/words/describe-enclave-answer.ts'
import { parseJsonObject, parseJsonText, type JsonObject } from '#shared/json/parse-json-object.ts'
import { schemeOf } from '#shared/modes.ts'
import { eventData } from '#shared/sse/read-event.ts'
import { decideVerdict } from '#shared/verdict.ts'
import type { EnclaveProof, Upstream } from '../../../gateway/common/upstream.ts'
import { forwardBody } from '../../../gateway/answer/forward-body.ts'
import { askEnclave, madeHere, type EnclaveAnswer } from './ask-enclave.ts'
import { proxyNaming } from '../describe-exchange.ts'
import type { AskedRequest, ProxyRoute, RoutedExchange } from '../proxy-route.ts'
import { translateRequest } from '#shared/translation/translate-request.ts'
import { proxyWords as words } from '#shared/words/english/programs/proxy-command.ts'

interface EnclaveRouteDeps {
  /** Reached over a connection that ends in it, or not at all. */
  readonly upstream: Upstream
  /** Ids that are listed; the enclave knows which it has. */
  readonly models: readonly string[]
}

/** To the enclave itself, over a connection whose key its quote binds: everything is inside, and nobody else signs. */
export function createEnclaveRoute({ upstream, models }: EnclaveRouteDeps): ProxyRoute {
  return {
    async models() {
      const data = models.map((id) => ({ id, object: 'model', created: 0, owned_by: 'enclave' }))
      return JSON.stringify({ object: 'list', data })
    },
    async open(asked) {
      const { dialect, request, signal } = asked
      const { body, value } = bodyFor(asked)
      const { delivery } = request
      const answer = await askEnclave(upstream, { endpoint: dialect.task, body, delivery, signal })
      return routed(asked, answer, openerFor(asked, value))
    },
  }
}

/** The tool's own bytes, but for `shown_mode`; or what they are in chat. */
function bodyFor({ dialect, request }: AskedRequest) {
  if (dialect.translation !== null) {
    const { value } = translateRequest(dialect.translation, request.whole())
    return { body: Buffer.from(JSON.stringify(value)), value }
  }
  const to = { dialect: dialect.format.id, upstreamModel: request.model } as const
  const body = forwardBody({ ...request, ...to })
  return { body, value: request.whole() }
}

/** Nothing is encrypted inside: the bytes are read, and stay as they came. */
function openerFor({ dialect }: AskedRequest, value: JsonObject): AnswerOpener {
  const form = sealedForms[dialect.task]
  return {
    form,
    asked: form.asked(value),
    openBuffered(bytes) {
      const text = parseUtf8(bytes)
      return { text, value: parseJsonObject(bytes).value }
    },
    openEvent(bytes) {
      const data = eventData(bytes)
      if (data === null || data === '[DONE]') return { bytes, chunk: null }
      const chunk = parseJsonText(data, 'may-be-split')
      return { bytes, chunk }
    },
  }
}

function routed(
  { request }: AskedRequest,
  answer: EnclaveAnswer,
  sealed: AnswerOpener,
): RoutedExchange {
  let proof: EnclaveProof | null = null
  return {
    exchange: {
      sealed,
      body: answer.body,
      async judge(end) {
        const settled = await answer.settled
        proof = settled.kind === 'proven' ? settled.proof : null
        return judgementOf(settled, end)
      },
    },
    headers: {},
    headersAtEnd: () => (proof?.receipt ? { 'x-receipt-id': proof.receipt.id } : {}),
    ended: ({ verdict, outcome, secondHop }) => ({
      model: request.model,
      enclaveModel: request.model,
      id: proof?.receipt?.id ?? null,
      view: describeEnclaveAnswer(
        { verdict, secondHop, scheme: proof && schemeOf(proof.verifiedBy) },
        proxyNaming,
      ),
      outcome,
      checks: verdict.checks,
      notes: [],
    }),
  }
}

const notInClear = { sentInClear: [], cameInClear: [] } as const

function judgementOf(
  settled: Awaited<EnclaveAnswer['settled']>,
  end: RelayedEnd,
): ExchangeJudgement {
  if (settled.kind !== 'proven') {
    const checks = settled.kind === 'unverified' ? madeHere(settled.checks) : []
    const verdict = decideVerdict(checks, ['enclave-receipt.present'])
    const outcome = verdict.kind === 'rejected' ? 'tampered' : 'unverified'
    return { verdict, outcome, secondHop: 'none', ...notInClear }
  }
  const { verdict, secondHop } = settled.proof
  const whole = wholeness(end)
  const checks = [...verdict.checks, whole]
  return {
    // What the enclave proved was decided with its receipt; that the answer is whole is what is left.
    verdict: decideVerdict(checks, [...verdict.checks.flatMap(passedId), whole.id]),
    outcome: whole.status === 'pass' ? 'complete' : 'truncated',
    secondHop,
    ...notInClear,
  }
}

function passedId({ id, status }: ExchangeJudgement['verdict']['checks'][number]) {
  return status === 'pass' ? [id] : []
}

function wholeness({ opened, isComplete }: RelayedEnd) {
  const id = 'e2ee.complete'
  if (!opened) return fail(id, words.ambiguous)
  return isComplete ? pass(id) : fail(id, words.unfinished)
}
