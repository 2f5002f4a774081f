import { readAll } from '../bytes/read-limited.ts'
import { fail, skip } from '../checks.ts'
import { enclaveEndpoints } from '../aci/endpoints.ts'
import { promptValue } from '../dialects/prompt-value.ts'
import { settingsIn } from '../dialects/settings-in.ts'
import { recogniseObject } from '../document/recognise-object.ts'
import { recogniseTranscript } from '../document/recognise-transcript.ts'
import type { Subject } from '../document/subject.ts'
import { sealedForms } from '../e2ee/sealed-form.ts'
import { FormatError } from '../errors.ts'
import { ExchangeRefused } from '../exchange/exchange-refused.ts'
import { passedOn } from '../exchange/relay-client.ts'
import { OfferRefused, type VerifiedOffer } from '../exchange/verified-enclaves.ts'
import { chainSubjectOf } from '../judge/chain-subject.ts'
import { enclaveReceiptOf } from '../judge/judge-exchange.ts'
import { judgeChain, type ChainJudgement } from '../judge/judge-chain.ts'
import { isEnclaveMode } from '../modes.ts'
import { answerResponse, svcWith } from './answer-response.ts'
import { parseJsonObject } from '../json/parse-json-object.ts'
import * as packageErrors from '../words/english/errors/package-errors.ts'
import { CountersignError } from './countersign-error.ts'
import type { AnswerCall } from './answer-call.ts'
import type { CountersignSession } from './countersign-session.ts'
import { exchangeVerdict } from './exchange-verdict.ts'
import { askForEvidence, askGateway, nowSeconds } from './gateway-access.ts'
import { judgeInWords } from './given/subject-verdict.ts'
import { withOwnSvc } from './with-own-svc.ts'
import { writeAnew } from './write-anew.ts'
import { refusalIn } from './told-by-gateway.ts'

/** An answer whose own bytes are at hand. */
type AnswerSubject = Extract<Subject, { kind: 'answer' | 'transcript' }>

/**
 * Asks in clear, for mode `tee`: nothing is sent before an enclave of the model was verified here, and nothing is handed out before
 * the receipt of the enclave that answered was, over these bytes.
 */
export async function askAttested(
  call: AnswerCall,
  session: CountersignSession,
): Promise<Response> {
  const { body, delivery, signal } = call
  const { model, shown_mode: _shownMode, ...rest } = body
  if (typeof model !== 'string') {
    const message = packageErrors.modelRequired
    throw new ExchangeRefused({ code: 'invalid_request_error', message, param: 'model' })
  }
  const signers = await session.signers()
  const offer = await verifiedOffer(session, model)
  signal.throwIfAborted()
  const from = nowSeconds()
  const answer = await askGateway(session.access, {
    path: enclaveEndpoints[call.endpoint],
    post: {
      headers: { 'x-svc-shown-mode': session.demands.atLeast, 'x-svc-release': 'proven' },
      body: JSON.stringify({ model, ...rest }),
    },
    signal,
  })
  const bytes = await readAll(answer.body)
  if (answer.status !== 200) throw passedOn(answer.status, bytes, answer.headers)
  const subject = readAnswer(bytes, call)
  const chain = await chainOf(subject, session, [from, nowSeconds()])
  const prompt = promptValue(sealedForms[call.endpoint].dialect.prompt, body)
  const openings = {
    prompt: { values: [prompt] },
    asked: { name: model, traits: offer.traits, listed: 'then' },
    chain,
  } as const
  const trust = { signers, policy: session.policy, nowSeconds: nowSeconds() }
  const { opened: _opened, ...found } = judgeInWords(subject, openings, trust, {
    naming: session.naming,
    path: { kind: 'direct' },
    settings: settingsIn(Object.keys(body)),
  })
  signal.throwIfAborted()
  const committed = { messages: prompt, message: subject.message }
  const verdict = exchangeVerdict(found, subject.svc, committed, session.demands)
  session.settle(verdict)
  const svcText = svcWith(subject.svc, verdict, call.translated)
  const written =
    call.translated !== null
      ? writeAnew(bytes, call, svcText)
      : withOwnSvc(bytes, delivery, svcText)
  return answerResponse(written, delivery, { headers: answer.headers ?? {}, verdict })
}

const signsNothing = packageErrors.signsNothing

async function verifiedOffer(
  { enclaves }: CountersignSession,
  model: string,
): Promise<VerifiedOffer> {
  try {
    const offer = await enclaves.forModel(model)
    if (offer.scheme === 'aci') return offer
    throw new ExchangeRefused({ code: 'attestation_unavailable', message: signsNothing })
  } catch (error) {
    if (!(error instanceof OfferRefused)) throw error
    const checks = error.checks.filter(({ status }) => status === 'fail')
    throw new ExchangeRefused({
      code: 'attestation_unavailable',
      message: packageErrors.noneVerified,
      extra: { checks },
    })
  }
}

/** Events of a stream that are read; an honest stream has fewer. */
const mostEvents = 1_000_000

/** @throws {CountersignError} for what is no whole answer of the kind that was asked */
function readAnswer(bytes: Uint8Array, { endpoint, delivery, body }: AnswerCall): AnswerSubject {
  const { asked, dialect } = sealedForms[endpoint]
  const choices = asked(body)
  const recognition =
    delivery === 'buffered'
      ? recogniseObject(parseJsonObject(bytes).value, bytes, choices)
      : recogniseTranscript(bytes, { events: mostEvents, choices })
  if (recognition.kind === 'recognised') {
    const { subject } = recognition
    const isWhole = subject.kind !== 'transcript' || subject.end === 'marked'
    const isAnswer = subject.kind === 'answer' || subject.kind === 'transcript'
    if (isAnswer && isWhole && subject.dialect === dialect.id) return subject
    throw new CountersignError('incomplete', packageErrors.notWhole, {
      checks: isAnswer ? ['enclave-receipt.response'] : ['enclave-receipt.present'],
      state: 'failed',
    })
  }
  const refusal = delivery === 'streamed' ? refusalIn(bytes) : null
  if (refusal !== null) throw refusal
  const sentence = 'sentence' in recognition ? recognition.sentence : packageErrors.severalAnswers
  throw new CountersignError('incomplete', sentence, {
    checks: ['enclave-receipt.present'],
    state: 'no-receipt',
  })
}

/** The same question may be asked twice, and has two answers. */
const replayed = fail('enclave-receipt.time', packageErrors.earlierAnswer)

/** @throws {ExchangeRefused} where the gateway has no evidence to show */
async function chainOf(
  subject: AnswerSubject,
  { documents, evidence, reference, isFirst }: CountersignSession,
  beganBetween: readonly [number, number],
): Promise<ChainJudgement | Pick<ChainJudgement, 'checks' | 'required'>> {
  const input = chainSubjectOf(subject)
  if (input === null || !isEnclaveMode(subject.svc.receipt.body.mode)) {
    const id = 'enclave-receipt.present'
    return { checks: [skip(id, packageErrors.noEnclaveReceipt)], required: [id] }
  }
  const receipt = enclaveReceiptOf(subject.svc)
  if (typeof receipt === 'string') {
    const id = 'enclave-receipt.present'
    return { checks: [skip(id, receipt)], required: [id] }
  }
  try {
    const answered = { model: input.svc.receipt.body.model, receipt }
    const read = await evidence.of(answered, () => askForEvidence(input.svc, documents))
    const judged = judgeChain(
      { ...input, mayBeSaved: false, evidence: read, beganBetween },
      { reference },
    )
    if (judged.enclave !== null) evidence.keep(answered, read, judged.enclave.keyset.not_after)
    return isFirst(receipt.receipt_id)
      ? judged
      : { ...judged, checks: [...judged.checks, replayed] }
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { checks: [fail('evidence.format', error.message)], required: ['evidence.format'] }
  }
}
