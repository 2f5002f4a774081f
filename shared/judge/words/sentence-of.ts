import { handsOn, privacyLabel, restsOnProvider, schemeOf } from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import { showName } from '../../text/show-name.ts'
import { showTime } from '../../text/show-time.ts'
import type { FailedCheck } from '../../verdict.ts'
import { noReceiptWords } from '../../words/english/verdict/no-receipt.ts'
import { verdictWords as words } from '../../words/english/verdict/verdict.ts'
import type { AnswerState } from '../state/answer-state.ts'
import type { Circumstances } from '../state/circumstances.ts'
import type { Naming } from './naming.ts'
import { failureSentence } from './failure-sentence.ts'
import type { MissingPart } from './missing-parts.ts'
import {
  hasPassed,
  isEnclaveJudged,
  isNotOpened,
  isUnsignedEnclave,
  isUnsignedExchange,
  type JudgedByEnclave,
  type JudgedReceipt,
} from '../state/state-of.ts'

interface Found {
  readonly judged: JudgedReceipt | null
  readonly state: AnswerState
  readonly missing: readonly MissingPart[]
  readonly circumstances: Circumstances
  readonly naming: Naming
}

/** The state of an answer in a sentence or two, for a person who uses a chat. */
export function sentenceOf(found: Found): string {
  const { judged, state, missing, circumstances, naming } = found
  if (judged === null) return noReceiptWords.none
  const { receipt, verdict } = judged
  const signed = signedLine(receipt, naming)
  const about = held(judged, circumstances)
  switch (state) {
    case 'failed':
      return words.doNotRely(
        verdict.kind === 'rejected' ? failureSentence(verdict.failed, naming) : words.otherText,
      )
    case 'no-receipt':
    case 'unknown-signer':
      return words.unknownSigner
    case 'simulated':
      return join(
        signed,
        isEnclaveJudged(verdict) || isUnsignedEnclave(verdict)
          ? words.simulatedFits
          : words.simulated,
        ...second(judged),
        ...about,
        ...notOpened(judged),
        ...notChecked(missing),
      )
    case 'not-fully-checked':
      return join(signed, ...second(judged), ...about, ...notOpened(judged), ...notChecked(missing))
    case 'gateways-claim':
      return join(
        signed,
        ...(isUnsignedEnclave(verdict)
          ? [words.evidenceCheckedHere, ...claimed(judged)]
          : [words.gatewaysClaim, ...second(judged)]),
        ...about,
        ...beside(circumstances),
      )
    case 'providers-claim':
      return join(
        signed,
        isUnsignedExchange(verdict) ? words.checkedHereUnsigned : words.checkedHere,
        ...claimed(judged),
        ...about,
        ...beside(circumstances),
      )
    case 'promised':
      return join(signed, ...promise(receipt), ...about, ...beside(circumstances))
    case 'verified':
      return join(signed, words.checkedHere, ...second(judged), ...about, ...beside(circumstances))
  }
}

/** Who else read the question, whether it is known to be an enclave, too, or the provider's claim. */
function second({ receipt: { body }, secondHop }: JudgedReceipt): readonly string[] {
  const isClaimed = secondHop !== 'established' && handsOn(body.enclave?.verifiedBy)
  return isClaimed ? [words.secondMachine] : secondEnclave(secondHop)
}

function secondEnclave(secondHop: JudgedReceipt['secondHop']): readonly string[] {
  return secondHop === 'established' ? [words.secondEnclave] : []
}

/** What stays the provider's claim: of an enclave that speaks ACI always the machine that it hands a question on to. */
function claimed({ receipt: { body } }: JudgedReceipt): readonly string[] {
  const verifiedBy = body.enclave?.verifiedBy
  const isBehindAci = verifiedBy === undefined || schemeOf(verifiedBy) !== null
  if (isBehindAci || handsOn(verifiedBy)) return [words.secondMachine]
  return restsOnProvider(verifiedBy) ? [words.otherPrograms] : []
}

function join(...sentences: readonly string[]): string {
  return sentences.join(' ')
}

/** What the operator says, and nobody can measure. An enclave mode that is a promise alone is no promise but a claim. */
function promise({ body: { mode } }: Receipt): readonly string[] {
  if (mode === 'anonymized') return [words.anonymized]
  return mode === 'private' ? [words.private] : []
}

/** The sentence about an answer that only the enclave signed. */
export function enclaveSentence(
  { verdict, secondHop }: JudgedByEnclave,
  state: AnswerState,
  missing: readonly MissingPart[],
  naming: Naming,
): string {
  switch (state) {
    case 'failed':
      return words.doNotRely(
        verdict.kind === 'rejected'
          ? failureSentence(verdict.failed, naming)
          : words.enclaveUnchecked,
      )
    case 'simulated':
      return join(
        words.onlyEnclaveSigned,
        words.simulatedFits,
        ...secondEnclave(secondHop),
        ...notChecked(missing),
      )
    case 'providers-claim':
      return join(words.checkedHere, words.noGateway, words.secondMachine)
    case 'verified':
      return join(words.checkedHere, words.noGateway, ...secondEnclave(secondHop))
    default:
      return join(words.noGatewayAndUnknown, ...notChecked(missing))
  }
}

/** The sentence about an answer that failed before a receipt came. */
export function refusalSentence(
  failed: Pick<FailedCheck, 'id' | 'reason'>,
  naming: Naming,
): string {
  return words.doNotRely(failureSentence(failed, naming))
}

/** What was found about an answer is not said of words that could be others. */
function beside({ textShown }: Circumstances): readonly string[] {
  if (textShown === 'differs') return [words.differs]
  return textShown === 'could not tell' || textShown === 'not compared' ? [words.notCompared] : []
}

/** Who signed what, and when. */
function signedLine({ body }: Receipt, { signer }: Naming): string {
  const label = privacyLabel(body.mode, body.enclave?.verifiedBy)
  return words.signed(signer, showName(body.model), label, showTime(body.issuedAt))
}

/** Which words the receipt was held against. */
function held(
  { verdict }: JudgedReceipt,
  { path }: Pick<Circumstances, 'path'>,
): readonly string[] {
  const hasQuestion = hasPassed(verdict, 'commitment.prompt')
  const hasAnswer = hasPassed(verdict, 'commitment.response')
  const isFile = path.kind === 'file'
  // What is encrypted is committed to as it travelled.
  if (hasPassed(verdict, 'e2ee.mode') && isEnclaveJudged(verdict) && hasQuestion && hasAnswer) {
    return [words.forExchange]
  }
  if (hasQuestion && hasAnswer) return [words.forBoth]
  if (hasAnswer) return [words.forAnswer, ...onlyAnswer(path)]
  if (hasQuestion) return [words.forQuestion, ...(isFile ? [words.fileHoldsQuestion] : [])]
  return isFile ? [words.fileHoldsReceipt] : []
}

function onlyAnswer(path: Circumstances['path']): readonly string[] {
  if (path.kind === 'file') return [words.fileHoldsAnswer]
  return path.kind === 'through' ? [words.askedByServer(path.host)] : []
}

/** Neither that it is the one, nor that it is not. */
function notOpened({ receipt, verdict: { checks } }: JudgedReceipt): readonly string[] {
  const names = checks
    .filter(isNotOpened)
    .map(({ id }) => (id === 'commitment.prompt' ? words.theQuestion : words.theAnswer))
  if (names.length === 0) return []
  return [
    words.notOpened(listed(names)),
    receipt.body.mode === 'e2ee' ? words.notOpenedEncrypted : words.notOpenedEither,
  ]
}

function notChecked(missing: readonly MissingPart[]): readonly string[] {
  const names = missing.flatMap(({ what, wasTried }) => (wasTried ? [] : [what]))
  return names.length === 0 ? [] : [words.notChecked(listed(names), names.length)]
}

function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : words.and(names.slice(0, -1).join(', '), last)
}
