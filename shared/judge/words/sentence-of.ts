import { privacyLabel, type Mode } from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import { showName } from '../../text/show-name.ts'
import { showTime } from '../../text/show-time.ts'
import type { FailedCheck } from '../../verdict.ts'
import type { AnswerState } from '../state/answer-state.ts'
import type { Circumstances } from '../state/circumstances.ts'
import type { Naming } from './naming.ts'
import { failureSentence } from './failure-sentence.ts'
import type { MissingPart } from './missing-parts.ts'
import {
  hasPassed,
  isEnclaveJudged,
  isNotOpened,
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

/** Of a page whose own server keeps what it got from the gateway to itself. */
export const droppedReceipts =
  'The server of this chat drops receipts. Nothing is known about how its answers were delivered.'

/** Where receipts came that belong to no place which is known. */
export const unmatchedReceipt =
  'No receipt was found for this answer. One of the receipts without a place may belong to it.'

/** Where answers are kept that differ in what is said of them, and each has the words of the page. */
export const severalReceipts =
  'Several kept answers have these words, and they were delivered in different ways. Which of them stands here is not known.'

export const noReceipt =
  'No receipt came with this answer. Nothing is known about how it was delivered.'

/** The state of an answer in a sentence or two, for a person who uses a chat. */
export function sentenceOf(found: Found): string {
  const { judged, state, missing, circumstances, naming } = found
  if (judged === null) return noReceipt
  const { receipt, verdict } = judged
  const signed = signedLine(receipt, naming)
  switch (state) {
    case 'failed':
      return doNotRely(
        verdict.kind === 'rejected'
          ? failureSentence(verdict.failed.id, naming)
          : 'The text shown here is not the text that was signed.',
      )
    case 'no-receipt':
    case 'unknown-signer':
      return 'The receipt is signed by an address that you have no reason to trust. Say which gateway you used.'
    case 'simulated':
      return `${signed} The enclave is simulated: ${isEnclaveJudged(verdict) ? 'its evidence fits together, but ' : ''}it proves nothing about hardware.${held(judged, circumstances)}${notOpened(judged)}${notChecked(missing)}`
    case 'not-fully-checked':
      return `${signed}${held(judged, circumstances)}${notOpened(judged)}${notChecked(missing)}`
    case 'gateways-claim':
      return `${signed} The gateway says that it checked the enclave. Its evidence was not checked here.${held(judged, circumstances)}${beside(circumstances)}`
    case 'providers-claim':
      return `${signed} The enclave was checked here, down to this answer. The machine behind the enclave that ran the model is the provider’s claim.${held(judged, circumstances)}${beside(circumstances)}`
    case 'promised':
      return `${signed} ${promises[receipt.body.mode]}${held(judged, circumstances)}${beside(circumstances)}`
    case 'verified':
      return `${signed} The enclave was checked here, down to this answer.${held(judged, circumstances)}${beside(circumstances)}`
  }
}

/** What the operator says, and nobody can measure. An enclave mode that is a promise alone is no promise but a claim. */
const promises: Readonly<Record<Mode, string>> = {
  anonymized:
    'A third-party provider read the question. The operator promises that the provider was not told who asked.',
  private: 'The operator runs the model, and promises to keep nothing.',
  tee: '',
  e2ee: '',
}

function doNotRely(because: string): string {
  return `Do not rely on this answer. ${because}`
}

/** Of an answer that only the enclave signed. */
export function enclaveSentence(
  { verdict }: JudgedByEnclave,
  state: AnswerState,
  missing: readonly MissingPart[],
  naming: Naming,
): string {
  const here = 'The enclave was checked here, down to this answer.'
  switch (state) {
    case 'failed':
      return doNotRely(
        verdict.kind === 'rejected'
          ? failureSentence(verdict.failed.id, naming)
          : 'The enclave could not be checked.',
      )
    case 'simulated':
      return `The enclave signed this answer, and no gateway did. The enclave is simulated: its evidence fits together, but it proves nothing about hardware.${notChecked(missing)}`
    case 'providers-claim':
      return `${here} No gateway signed it. The machine behind the enclave that ran the model is the provider’s claim.`
    case 'verified':
      return `${here} No gateway signed it.`
    default:
      return `No gateway signed this answer, and not all that the enclave signed is known.${notChecked(missing)}`
  }
}

/** Of an answer that failed before a receipt came. */
export function refusalSentence(failed: Pick<FailedCheck, 'id'>, naming: Naming): string {
  return doNotRely(failureSentence(failed.id, naming))
}

/** What was found about an answer is not said of words that could be others. */
function beside({ textShown }: Circumstances): string {
  if (textShown === 'differs') return ' Shown differently here. Read the signed text.'
  return textShown === 'could not tell' || textShown === 'not compared'
    ? ' Whether the text shown here is the signed text is not known.'
    : ''
}

/** Who signed what, and when. */
function signedLine({ body }: Receipt, { signer }: Naming): string {
  const label = privacyLabel(body.mode, body.enclave?.verifiedBy)
  return `${signer} signed an answer of ${showName(body.model)} as “${label}” on ${showTime(body.issuedAt)}.`
}

/** Which words the receipt was held against. */
function held({ verdict }: JudgedReceipt, { path }: Pick<Circumstances, 'path'>): string {
  const hasQuestion = hasPassed(verdict, 'commitment.prompt')
  const hasAnswer = hasPassed(verdict, 'commitment.response')
  // What is encrypted is committed to as it travelled.
  if (hasPassed(verdict, 'e2ee.mode') && isEnclaveJudged(verdict) && hasQuestion && hasAnswer) {
    return ' The receipt is for exactly this exchange.'
  }
  if (hasQuestion && hasAnswer) return ' The receipt is for exactly this question and this answer.'
  if (hasAnswer) return ` The receipt is for exactly this answer.${onlyAnswer(path)}`
  if (hasQuestion) {
    return ` The receipt is for exactly this question.${path.kind === 'file' ? ' This file holds the question, not the answer.' : ''}`
  }
  return path.kind === 'file' ? ' This file holds the receipt alone.' : ''
}

function onlyAnswer(path: Circumstances['path']): string {
  if (path.kind === 'file') return ' This file holds the answer, not the question.'
  return path.kind === 'through' ? ` What ${path.host} asked for you is not known here.` : ''
}

/** Neither that it is the one, nor that it is not. */
function notOpened({ receipt, verdict: { checks } }: JudgedReceipt): string {
  const names = checks
    .filter(isNotOpened)
    .map(({ id }) => (id === 'commitment.prompt' ? 'the question' : 'the answer'))
  if (names.length === 0) return ''
  const start = ` Do not rely on the words in this file: ${names.join(' and ')} did not open what was signed.`
  return receipt.body.mode === 'e2ee'
    ? `${start} The receipt is for the encrypted words; a program decrypted these, and nobody signed them.`
    : `${start} Either a program wrote them anew, or somebody altered them. This file cannot show which.`
}

function notChecked(missing: readonly MissingPart[]): string {
  const names = missing.flatMap(({ what, wasTried }) => (wasTried ? [] : [what]))
  if (names.length === 0) return ''
  const list =
    names.length < 2 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
  return ` Nothing failed, but ${list} ${names.length === 1 ? 'was' : 'were'} not checked.`
}
