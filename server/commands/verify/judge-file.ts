import type { Json } from '#shared/canonical-json.ts'
import { promptReadings } from '#shared/dialects/prompt-value.ts'
import { skip } from '#shared/checks.ts'
import { parseSalt } from '#shared/commitment/salt.ts'
import { judgeSubject, type Judgement, type Openings } from '#shared/judge/judge-subject.ts'
import { readFiledAnswer } from '#shared/document/recognise-export.ts'
import { readerLimits, recognise } from '#shared/document/recognise.ts'
import {
  modelAskedIn,
  receiptOf,
  type FilePart,
  type Refusal,
  type Subject,
} from '#shared/document/subject.ts'
import { chainSubjectOf } from '#shared/judge/chain-subject.ts'
import { judgeBroughtEvidence } from '#shared/judge/judge-brought-evidence.ts'
import type { ChainPolicy } from '#shared/judge/judge-chain.ts'
import type { ReadEvidence } from '#shared/document/parse-evidence.ts'
import type { ReadProviderEvidence } from '#shared/document/parse-provider-evidence.ts'
import { isEnclaveMode } from '#shared/modes.ts'
import type { AskedModel } from '#shared/svc/asked-model.ts'
import type { AnswerTrust } from '#shared/svc/verify-answer.ts'
import type { Check } from '#shared/verdict.ts'
import { verifyReasons } from '#shared/words/english/programs/verify-command.ts'

export interface JudgedFile extends Judgement {
  readonly subject: Subject
  /** The checks of the verdict, and those that this file cannot be put to. */
  readonly checks: readonly Check[]
  readonly evidence: 'none' | 'judged'
}

export interface FileOpenings {
  /** The request, or what its dialect commits to of it. */
  readonly messages?: Json
  readonly promptSalt?: string
  /** Sides that the reader asks for. */
  readonly needs?: Openings['needs']
  /** The model of the request, where it is known. */
  readonly asked?: AskedModel
  /** What the gateway's traits stand for, for a model that the file itself names. */
  readonly traits?: AskedModel['traits']
  /** What the enclave behind the answer showed of itself, and what the reader accepts. */
  readonly enclave?: EnclaveOpening
}

export interface EnclaveOpening {
  readonly evidence: ReadEvidence | ReadProviderEvidence
  readonly policy: ChainPolicy
}

/** Who waits for a command waits for a recording of a whole chat, too. */
const fileLimits = { ...readerLimits, bytes: 32 * 1024 * 1024 }

export type Judged = JudgedFile | Refusal

/**
 * Judges each answer of a file against what the reader knows, in the file's order: none of them by another. What is
 * nothing that can be judged is a refusal.
 * @throws {FormatError} SALT_MALFORMED
 */
export function judgeFile(
  file: Uint8Array,
  given: FileOpenings,
  trust: AnswerTrust,
): readonly Judged[] {
  return partsOf(file).map((part) =>
    part.kind === 'recognised' ? judgePart(part.subject, given, trust) : part,
  )
}

function partsOf(file: Uint8Array): readonly FilePart[] {
  const recognition = recognise(file, fileLimits)
  switch (recognition.kind) {
    case 'several':
      return recognition.parts
    case 'export':
      return recognition.entries.map((entry, index) => {
        const answer = readFiledAnswer(entry, index + 1)
        return 'sentence' in answer
          ? answer
          : { kind: 'recognised', subject: { kind: 'filed', answer } }
      })
    default:
      return [recognition]
  }
}

function judgePart(subject: Subject, given: FileOpenings, trust: AnswerTrust): JudgedFile {
  const chain = chainOf(subject, given.enclave)
  const judgement = judgeSubject(
    subject,
    {
      mayBeSaved: true,
      needs: given.needs ?? [],
      ...promptOf(given),
      ...askedOf(subject, given),
      ...(chain === null ? {} : { chain }),
    },
    trust,
  )
  const { checks } = judgement.verdict
  return {
    ...judgement,
    subject,
    checks: chain === null ? [...checks, ...beyondTheFile(subject)] : checks,
    evidence: chain === null ? 'none' : 'judged',
  }
}

/** The model that was asked: as its reader says, or as the file does, which holds the request. */
function askedOf(
  subject: Subject,
  { asked, traits, messages }: FileOpenings,
): Pick<Openings, 'asked'> {
  if (asked !== undefined) return { asked }
  const name = messages === undefined ? modelAskedIn(subject) : null
  return name === null ? {} : { asked: { name, traits: traits ?? null, listed: 'later' } }
}

/** Whether a file holds a request, too, so that its model is known. */
export function holdsModel(file: Uint8Array): boolean {
  return partsOf(file).some(
    (part) => part.kind === 'recognised' && modelAskedIn(part.subject) !== null,
  )
}

function promptOf({ messages, promptSalt }: FileOpenings): Pick<Openings, 'prompt'> {
  if (messages === undefined) return {}
  const salt = promptSalt === undefined ? {} : { salt: parseSalt(promptSalt) }
  return { prompt: { values: promptReadings(messages), ...salt } }
}

/** Null without evidence, and for an answer that names no enclave. */
function chainOf(
  subject: Subject,
  enclave: EnclaveOpening | undefined,
): NonNullable<Openings['chain']> | null {
  if (enclave === undefined || !namesEnclave(subject)) return null
  const input = chainSubjectOf(subject)
  if (input !== null) return judgeBroughtEvidence(input, enclave.evidence, enclave.policy)
  const id = 'enclave-receipt.present'
  return { checks: [skip(id, verifyReasons.noEnclaveReceipt)], required: [id] }
}

function namesEnclave(subject: Subject): boolean {
  return isEnclaveMode(receiptOf(subject).body.mode)
}

/** What the gateway checked about the enclave, and this file alone cannot show. */
function beyondTheFile(subject: Subject): readonly Check[] {
  if (!namesEnclave(subject)) return []
  return (
    [
      ['enclave.attestation-chain', verifyReasons.noQuote],
      ['enclave.receipt-binding', verifyReasons.noKeyset],
    ] as const
  ).map(([id, reason]): Check => ({ ...skip(id, reason), by: 'gateway' }))
}
