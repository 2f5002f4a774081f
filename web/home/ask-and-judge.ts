import { parseOperator } from '#shared/limits-statement/parse-operator.ts'
import { utf8ToBytes } from '#shared/bytes/bytes.ts'
import type { Json } from '#shared/canonical-json.ts'
import { FormatError } from '#shared/errors.ts'
import { isJsonObject } from '#shared/json/is-json-object.ts'
import type { JsonObject } from '#shared/json/parse-json-object.ts'
import { parseSignerHistory } from '#shared/receipt/parse-signer-history.ts'
import { fetchFromGateway, fetchGranted, GatewayUnreachable } from '../fetch-evidence.ts'
import { receiptClaimOf } from '../judge/claim-of.ts'
import { describeSubject } from '../judge/describe-subject.ts'
import { packFragment } from '../judge/fragment.ts'
import { judgeSubject } from '#shared/judge/judge-subject.ts'
import { chainSubjectOf, enclaveMembers } from '#shared/judge/chain-subject.ts'
import { recognise } from '#shared/document/recognise.ts'
import type { JudgedAnswer } from './judged-answer.ts'
import { saltsOf } from '../judge/salts-of.ts'
import { shareDocument } from '../judge/share-document.ts'
import { refuse, type Refusal, type Subject } from '#shared/document/subject.ts'
import { askingWords as words } from '#shared/words/english/pages/asking.ts'

/** What came is no answer that could be judged. */
export interface UnjudgedAnswer {
  readonly kind: 'refused'
  readonly refusal: Refusal
}

const answerTimeoutMs = 120_000

/**
 * @param place of `/verify`, seen from the page
 * @throws {GatewayUnreachable} also with the gateway's own words for a refusal
 */
export async function askAndJudge(
  gateway: string,
  question: string,
  place: string,
): Promise<JudgedAnswer | UnjudgedAnswer> {
  const messages = [{ role: 'user', content: question }]
  const [limits, model] = await Promise.all([
    fetchFromGateway(gateway, '/api/limits'),
    freeModel(gateway),
  ])
  const { value } = await fetchGranted(gateway, '/v1/chat/completions', {
    method: 'POST',
    body: { model, messages },
    timeoutMs: answerTimeoutMs,
  })
  const subject = readAnswer(value)
  if ('sentence' in subject) return { kind: 'refused', refusal: subject }
  const source = {
    kind: 'gateway',
    gateway,
    history: readSigners(limits.value),
    operator: parseOperator(limits.value),
  } as const
  const policy = { simulatedEnclave: 'reject' } as const
  const judgement = judgeSubject(
    subject,
    // The model was chosen by its id.
    { prompt: { values: [messages] }, asked: { name: model, traits: new Map(), listed: 'then' } },
    { signers: source.history, policy, nowSeconds: Math.floor(Date.now() / 1000) },
  )
  const { verdict, opened, receipt } = judgement
  const chain = chainSubjectOf(subject)
  const enclave = chain === null ? null : enclaveMembers(chain)
  const shared = shareDocument(
    { receipt, verdict, opened, salts: saltsOf(subject), enclave },
    { prompt: true, response: true, enclave: true },
  )
  return {
    kind: 'judged',
    question,
    opened,
    receipt,
    view: describeSubject({
      subject,
      judgement,
      source,
      claimOf: receiptClaimOf,
      servedBy: gateway,
      path: 'direct',
      notCompared: [],
      evidence: null,
    }),
    verifyLink:
      verdict.kind === 'rejected'
        ? null
        : `${place}#${await packFragment(utf8ToBytes(JSON.stringify(shared)))}`,
  }
}

/** Only an answer to this question counts: another document could be about another question. */
function readAnswer(value: JsonObject): Subject | Refusal {
  const recognition = recognise(utf8ToBytes(JSON.stringify(value)))
  if ('sentence' in recognition) return recognition
  if (recognition.kind === 'recognised' && recognition.subject.kind === 'answer') {
    return recognition.subject
  }
  return refuse('invalid', words.noAnswer)
}

function readSigners(limits: JsonObject) {
  try {
    return parseSignerHistory(limits)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new GatewayUnreachable(words.noAddress)
  }
}

/** The trait `default` when it can be had without a plan now, else the first model that can. */
async function freeModel(gateway: string): Promise<string> {
  const [list, traits] = await Promise.all([
    fetchGranted(gateway, '/v1/models'),
    fetchGranted(gateway, '/v1/models/traits'),
  ])
  const models = list.value['data']
  if (!Array.isArray(models)) {
    throw new GatewayUnreachable(words.badList)
  }
  const named = traits.value['data']
  const usual = isJsonObject(named) ? named['default'] : undefined
  const free = (models as readonly Json[]).flatMap(freeId)
  const id = free.find((each) => each === usual) ?? free[0]
  if (id !== undefined) return id
  throw new GatewayUnreachable(words.noFreeModel)
}

/** The id of a model that is served now, and to anybody; nothing for another. */
function freeId(model: Json): readonly string[] {
  if (!isJsonObject(model)) return []
  const { id, svc } = model
  const isFree = isJsonObject(svc) && typeof svc['mode'] === 'string' && svc['plan'] === null
  return isFree && typeof id === 'string' ? [id] : []
}
