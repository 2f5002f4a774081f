import type { Json } from '../canonical-json.ts'
import { fail, skip } from '../checks.ts'
import type { CheckId } from '../claims.ts'
import type { Salt } from '../commitment/salt.ts'
import type { DialectId } from '../dialects/api-dialect.ts'
import { isPromptOf, promptReadings } from '../dialects/prompt-value.ts'
import type { Digest } from '../digest.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { Disclosure } from '../disclosure/parse-disclosure.ts'
import { requiredDisclosureChecks, verifyDisclosure } from '../disclosure/verify-disclosure.ts'
import type { Mode } from '../modes.ts'
import type { ReceiptBody } from '../receipt/parse-receipt.ts'
import {
  requiredAnswerChecks,
  verifyAnswer,
  type AnswerTrust,
  type Exchange,
} from '../svc/verify-answer.ts'
import type { SecondHop } from '../aci/second-hop.ts'
import type { JudgedReceipt } from './state/state-of.ts'
import { checkModel, type AskedModel } from '../svc/asked-model.ts'
import type { Svc } from '../svc/parse-svc.ts'
import { decideVerdict, type Check } from '../verdict.ts'
import { disclosureOf } from '../document/disclosure-of.ts'
import type { FiledAnswer } from '../document/filed-answer.ts'
import { receiptOf, type Subject } from '../document/subject.ts'
import * as checkReasons from '../words/english/verdict/check-reasons.ts'
import { isCiphertextValue } from './is-ciphertext-value.ts'
import { openCommitment, opens, withReading, type Kept, type Opened } from './open-commitment.ts'
import { verdictWords } from '../words/english/verdict/verdict.ts'

/** One side of the exchange as the reader gives it: each reading of what was pasted, likeliest first. */
export interface Opening {
  readonly values: readonly Json[]
  /** Needed where the file brings none. */
  readonly salt?: Salt
  /** Set of words that a person typed: where they do not open, they were not all of it, and nothing failed. */
  readonly isTyped?: true
}

export type CommitmentSide = 'prompt' | 'response'

/** What the reader adds to the file. */
export interface Openings {
  readonly prompt?: Opening
  readonly response?: Opening
  /** The model of the request, where it is known. */
  readonly asked?: AskedModel
  /**
   * Set where the file, and what its reader adds to it, may have been saved by a program that wrote it anew: then
   * what may have become of it is tried, too.
   */
  readonly mayBeSaved?: true
  /** Sides that have to be opened. A side that was not given and is not needed only narrows what is judged. */
  readonly needs?: readonly CommitmentSide[]
  /** What was found of the enclave behind an answer (shared/judge/judge-chain.ts). */
  readonly chain?: ChainFindings
}

interface ChainFindings {
  readonly checks: readonly Check[]
  readonly required: readonly CheckId[]
  readonly secondHop?: SecondHop
}

/** What was judged, side by side with what came of it. */
export interface Judgement extends JudgedReceipt {
  readonly opened: Exchange
}

/** Judges a subject; every check is made by shared/. */
export function judgeSubject(subject: Subject, openings: Openings, trust: AnswerTrust): Judgement {
  return {
    receipt: receiptOf(subject),
    secondHop: openings.chain?.secondHop ?? 'none',
    ...judge(subject, openings, trust),
  }
}

type Conclusion = Pick<Judgement, 'verdict' | 'opened'>

function judge(subject: Subject, openings: Openings, trust: AnswerTrust): Conclusion {
  switch (subject.kind) {
    case 'receipt': {
      const { receipt } = subject
      return judgeDisclosure({ type: 'countersign-disclosure/1', receipt }, openings, trust)
    }
    case 'disclosure':
      return judgeDisclosure(subject.disclosure, openings, trust)
    case 'filed': {
      const { answer } = subject
      return judgeDisclosure(disclosureOf(answer), withSalts(openings, answer.salts), trust)
    }
    case 'svc':
      return judgeAnswer(subject.svc, openings, trust)
    case 'answer':
    case 'transcript':
      return judgeAnswer(subject.svc, openings, trust, subject)
  }
}

type Words = Extract<Subject, { kind: 'answer' | 'transcript' }>

function judgeAnswer(svc: Svc, openings: Openings, trust: AnswerTrust, words?: Words): Conclusion {
  const { body } = svc.receipt
  const { prompt: promptSalt, response: responseSalt } = svc.commitment_salts
  const kept = keptOf(openings)
  const asked = openings.prompt ?? askedIn(words)
  const sides: Sides = {
    prompt: openWith({ opening: asked, kept }, body.promptCommit, promptSalt),
    response: openWith(
      words
        ? { opening: { values: [words.message] }, kept: keptAs(words, kept) }
        : { opening: openings.response, kept },
      body.responseCommit,
      responseSalt,
    ),
  }
  const opened = exchangeOf(sides)
  return conclude(verifyAnswer(svc, opened, trust), requiredAnswerChecks, {
    openings,
    body,
    opened,
    sides,
    ...(words && { dialect: words.dialect }),
  })
}

function judgeDisclosure(file: Disclosure, openings: Openings, trust: AnswerTrust): Conclusion {
  const { body } = file.receipt
  const kept = keptOf(openings)
  const { prompt, response } = openings
  const sides: Sides = {
    prompt: file.prompt
      ? undefined
      : openWith({ opening: prompt, kept }, body.promptCommit, prompt?.salt),
    response: file.response
      ? undefined
      : openWith({ opening: response, kept }, body.responseCommit, response?.salt),
  }
  const disclosure = {
    ...file,
    ...(typeof sides.prompt === 'object' && {
      prompt: { messages: sides.prompt.value, salt: prompt?.salt },
    }),
    ...(typeof sides.response === 'object' && {
      response: { message: sides.response.value, salt: response?.salt },
    }),
  } as Disclosure
  const opened = {
    ...(disclosure.prompt && { messages: disclosure.prompt.messages }),
    ...(disclosure.response && { message: disclosure.response.message }),
  }
  const checks = verifyDisclosure(disclosure, trust)
  return conclude(checks, requiredDisclosureChecks, { openings, body, opened, sides })
}

/** Both sides of the exchange as they were read; undefined where nothing was given to be read. */
interface Sides {
  readonly prompt: OpenedSide
  readonly response: OpenedSide
}

type OpenedSide = Opened | 'not the whole' | undefined

function keptOf({ mayBeSaved }: Openings): Kept {
  return mayBeSaved ? 'perhaps written anew' : 'as sent'
}

function keptAs({ form }: Words, kept: Kept): Kept {
  return kept !== 'as sent' && form === 'written anew' ? form : kept
}

/** The request that stands in the file beside the answer. */
function askedIn(words: Words | undefined): Opening | undefined {
  return words?.asked ? { values: promptReadings(words.asked.messages) } : undefined
}

function openWith(
  { opening, kept }: { readonly opening: Opening | undefined; readonly kept: Kept },
  commitment: Digest,
  salt: Salt | undefined,
): OpenedSide {
  if (opening === undefined || salt === undefined) return undefined
  const opened = openCommitment({ values: opening.values, kept }, commitment, salt)
  const isOther = opened !== undefined && !opens(commitment, opened.value, salt)
  return opening.isTyped && isOther ? 'not the whole' : opened
}

function exchangeOf({ prompt, response }: Sides): Exchange {
  return {
    ...(typeof prompt === 'object' && { messages: prompt.value }),
    ...(typeof response === 'object' && { message: response.value }),
  }
}

function modelChecks({ model }: ReceiptBody, asked: AskedModel | undefined): readonly Check[] {
  return asked === undefined ? [] : [checkModel(model, asked)]
}

function requiredOf(asked: AskedModel | undefined): readonly CheckId[] {
  return asked === undefined ? [] : ['receipt.model']
}

/** An export brings the salt of a side also where it brings no words of it. */
function withSalts(openings: Openings, salts: FiledAnswer['salts']): Openings {
  const { prompt, response } = openings
  return {
    ...openings,
    ...(prompt && { prompt: { ...prompt, salt: salts.prompt } }),
    ...(response && { response: { ...response, salt: salts.response } }),
  }
}

interface Found {
  readonly openings: Openings
  readonly body: ReceiptBody
  readonly opened: Exchange
  readonly sides: Sides
  /** The dialect of the answer, if there is an answer. */
  readonly dialect?: DialectId
}

function conclude(
  found: readonly Check[],
  required: readonly CheckId[],
  { openings: { asked, chain, needs = [] }, body, opened, sides, dialect }: Found,
): Conclusion {
  const checks = [
    ...found.map((check) => ofDialect(read(check, sides, body.mode), opened, dialect)),
    ...modelChecks(body, asked),
    ...(chain?.checks ?? []),
  ]
  const all = [...required, ...requiredOf(asked), ...(chain?.required ?? [])]
  const isDue = (id: CheckId) => !isLeftOut(id, opened, needs)
  return { verdict: decideVerdict(checks, all.filter(isDue)), opened }
}

/** A part that a file does not hold is not judged. */
function isLeftOut(id: CheckId, opened: Exchange, needs: readonly CommitmentSide[]): boolean {
  if (id === 'commitment.prompt') return opened.messages === undefined && !needs.includes('prompt')
  return id === 'commitment.response' && opened.message === undefined && !needs.includes('response')
}

function read(check: Check, { prompt, response }: Sides, mode: Mode): Check {
  const side =
    check.id === 'commitment.prompt'
      ? prompt
      : check.id === 'commitment.response'
        ? response
        : undefined
  if (side === undefined) return check
  if (side === 'not the whole')
    return skip(check.id, notTheWhole[check.id as keyof typeof notTheWhole])
  return withReading(check, side, mode)
}

const notTheWhole = {
  'commitment.prompt': verdictWords.notWholeQuestion,
  'commitment.response': verdictWords.notWholeAnswer,
} as const

/** A commitment to the messages alone leaves open what else of such a request was asked: its system prompt, say. */
function ofDialect(check: Check, { messages, message }: Exchange, dialect?: DialectId): Check {
  if (check.id !== 'commitment.prompt' || check.status !== 'pass' || messages === undefined)
    return check
  // Only a chat has a list as prompt, and an object as answer. A body that is all ciphertext does not show its dialect.
  const isOther =
    dialect === undefined
      ? message !== undefined &&
        isJsonObject(message) === isJsonObject(messages) &&
        !(isCiphertextValue(message) && isCiphertextValue(messages))
      : !isPromptOf(dialect, messages)
  if (!isOther) return check
  return fail(check.id, checkReasons.otherKindOfRequest)
}
