import type { Json } from '../canonical-json.ts'
import type { CheckId } from '../claims.ts'
import { opensCommitment } from '../commitment/commit.ts'
import type { Salt } from '../commitment/salt.ts'
import type { Digest } from '../digest.ts'
import type { Disclosure } from '../disclosure/parse-disclosure.ts'
import { requiredDisclosureChecks, verifyDisclosure } from '../disclosure/verify-disclosure.ts'
import { FormatError } from '../errors.ts'
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
import { disclosureOf, type FiledAnswer } from '../document/filed-answer.ts'
import { receiptOf, type Subject } from '../document/subject.ts'

/** One side of the exchange as the reader gives it: each reading of what was pasted, likeliest first. */
export interface Opening {
  readonly values: readonly Json[]
  /** Needed where the file brings none. */
  readonly salt?: Salt
}

/** What the reader adds to the file. */
export interface Openings {
  readonly prompt?: Opening
  readonly response?: Opening
  /** The model of the request, where it is known. */
  readonly asked?: AskedModel
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
      return judgeAnswer(subject.svc, openings, trust, subject.message)
  }
}

function judgeAnswer(
  svc: Svc,
  { prompt, response, chain, asked }: Openings,
  trust: AnswerTrust,
  message?: Json,
): Conclusion {
  const { body } = svc.receipt
  const messages = choose(prompt, body.promptCommit, svc.commitment_salts.prompt)
  const said = message ?? choose(response, body.responseCommit, svc.commitment_salts.response)
  const opened = {
    ...(messages === undefined ? {} : { messages }),
    ...(said === undefined ? {} : { message: said }),
  }
  return conclude(
    [...verifyAnswer(svc, opened, trust), ...modelChecks(body, asked), ...(chain?.checks ?? [])],
    [...requiredAnswerChecks, ...requiredOf(asked), ...(chain?.required ?? [])],
    opened,
  )
}

function judgeDisclosure(file: Disclosure, openings: Openings, trust: AnswerTrust): Conclusion {
  const { body } = file.receipt
  const prompt = file.prompt ?? open(openings.prompt, body.promptCommit, 'messages')
  const response = file.response ?? open(openings.response, body.responseCommit, 'message')
  const disclosure = {
    ...file,
    ...(prompt === undefined ? {} : { prompt }),
    ...(response === undefined ? {} : { response }),
  } as Disclosure
  const { asked, chain } = openings
  return conclude(
    [...verifyDisclosure(disclosure, trust), ...(chain?.checks ?? []), ...modelChecks(body, asked)],
    [...requiredDisclosureChecks, ...(chain?.required ?? []), ...requiredOf(asked)],
    {
      ...(disclosure.prompt ? { messages: disclosure.prompt.messages } : {}),
      ...(disclosure.response ? { message: disclosure.response.message } : {}),
    },
  )
}

function modelChecks({ model }: ReceiptBody, asked: AskedModel | undefined): readonly Check[] {
  return asked === undefined ? [] : [checkModel(model, asked)]
}

function requiredOf(asked: AskedModel | undefined): readonly CheckId[] {
  return asked === undefined ? [] : ['receipt.model']
}

/** An export brings the salt of a side also where it brings no words of it. */
function withSalts({ prompt, response }: Openings, salts: FiledAnswer['salts']): Openings {
  return {
    ...(prompt ? { prompt: { ...prompt, salt: salts.prompt } } : {}),
    ...(response ? { response: { ...response, salt: salts.response } } : {}),
  }
}

function open(opening: Opening | undefined, commitment: Digest, name: 'messages' | 'message') {
  if (opening?.salt === undefined) return undefined
  const value = choose(opening, commitment, opening.salt)
  return value === undefined ? undefined : { [name]: value, salt: opening.salt }
}

/** The reading that opens the commitment, else the likeliest one, for the check to fail on. */
function choose(opening: Opening | undefined, commitment: Digest, salt: Salt): Json | undefined {
  return opening?.values.find((value) => opens(commitment, value, salt)) ?? opening?.values[0]
}

function opens(commitment: Digest, value: Json, salt: Salt): boolean {
  try {
    return opensCommitment(commitment, value, salt)
  } catch (error) {
    if (error instanceof FormatError) return false
    throw error
  }
}

function conclude(
  checks: readonly Check[],
  required: readonly CheckId[],
  opened: Exchange,
): Conclusion {
  return { verdict: decideVerdict(checks, required), opened }
}
