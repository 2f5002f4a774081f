import type { Mode } from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import { showName } from '../../text/show-name.ts'
import { showTime } from '../../text/show-time.ts'
import type { FailedCheck } from '../../verdict.ts'
import type { AnswerState } from '../state/answer-state.ts'
import { foundByWordsLine, type Circumstances } from '../state/circumstances.ts'
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
  /** All holds that can be known behind the site's server that it came through. */
  readonly isBehindServer: boolean
  readonly missing: readonly MissingPart[]
  readonly circumstances: Circumstances
  readonly naming: Naming
}

/** Of a page whose own server keeps what it got from the gateway to itself. */
export const droppedReceipts =
  'No receipt reaches this page: its own server drops them. Nothing is said about how its answers were delivered.'

/** Where receipts came that belong to no place which is known. */
export const unmatchedReceipt =
  'No receipt was found for it; one of those without a place may be its own. Nothing is said about how it was delivered.'

/** Where answers are kept that differ in what is said of them, and each has the words of the page. */
export const severalReceipts =
  'Several answers with these words are kept, and they were delivered in different ways. Which of them stands here could not be told, so nothing is said about it.'

export const noReceipt = 'No receipt came with it: nothing is said about how it was delivered.'

/** The state of an answer in a sentence or two, for a person who uses a chat. */
export function sentenceOf(found: Found): string {
  const { judged, state, missing, circumstances, naming } = found
  if (judged === null) return noReceipt
  const { receipt, verdict } = judged
  const { foundByWords } = circumstances
  if (typeof foundByWords === 'string' && state !== 'failed') {
    return `An answer with these words came with a receipt. ${foundByWordsLine(foundByWords)}`
  }
  const signed = `${naming.signer} signed that ${deliveryOf(receipt)}`
  switch (state) {
    case 'failed':
      return doNotRely(
        verdict.kind === 'rejected'
          ? failureSentence(verdict.failed.id, naming)
          : 'The text shown here is not the text that was signed.',
      )
    case 'no-receipt':
    case 'unknown-signer':
      return 'It carries a receipt, signed by an address that you have no reason to believe: anybody can make one. Name the gateway that you used.'
    case 'simulated':
      return `${signed} The enclave is a simulation${isEnclaveJudged(verdict) ? ': it holds together, and' : ', which'} proves nothing about hardware.${notOpened(judged)}${notChecked(missing)}`
    case 'not-all-checked':
      return found.isBehindServer
        ? `${signed}${opened(judged)} ${behindServer(receipt, circumstances)}${beside(circumstances)}`
        : `${signed}${notOpened(judged)}${notChecked(missing)}`
    case 'gateways-word':
      return `${signed}${opened(judged)} That an attested enclave answered is the gateway’s word: its evidence was not judged here.${beside(circumstances)}`
    case 'providers-word':
      return `${signed}${opened(judged)} The enclave was verified here, from its quote to this answer. The host of the model behind it stands on its provider’s word.${beside(circumstances)}`
    case 'promise':
      return `${signed}${opened(judged)} ${operatorsPromise}${beside(circumstances)}`
    case 'proven':
      return `${signed}${opened(judged)} The enclave was verified here, from its quote to this answer.${beside(circumstances)}`
  }
}

const operatorsPromise =
  'How it was delivered is a promise of the operator, and nothing that can be measured.'

function behindServer({ body }: Receipt, { path }: Pick<Circumstances, 'path'>): string {
  const server = path.kind === 'through' ? path.host : 'a server'
  const word =
    body.mode === 'tee'
      ? 'That an attested enclave answered is the gateway’s word.'
      : operatorsPromise
  return `This chat talks through ${server}, whose server read prompt and answer, and what it asked is not known here. ${word}`
}

function doNotRely(because: string): string {
  return `Do not rely on it. ${because}`
}

/** Of an answer that only the enclave signed. */
export function enclaveSentence(
  { verdict }: JudgedByEnclave,
  state: AnswerState,
  missing: readonly MissingPart[],
  naming: Naming,
): string {
  const here = 'The enclave was verified here, from its quote to this answer.'
  switch (state) {
    case 'failed':
      return doNotRely(
        verdict.kind === 'rejected'
          ? failureSentence(verdict.failed.id, naming)
          : 'It was not proven.',
      )
    case 'simulated':
      return `The enclave signed this answer, and no gateway did. The enclave is a simulation: it holds together, and proves nothing about hardware.${notChecked(missing)}`
    case 'providers-word':
      return `${here} No gateway signed it. The host of the model behind it stands on its provider’s word.`
    case 'proven':
      return `${here} No gateway signed it.`
    default:
      return `No gateway signed it, and what the enclave signed is not all known.${notChecked(missing)}`
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
    ? ' Whether it is the text shown here could not be told.'
    : ''
}

const modeNames: Readonly<Record<Mode, string>> = {
  anonymized: 'anonymized',
  private: 'private',
  tee: 'enclave (tee)',
  e2ee: 'end-to-end encrypted',
}

/** Whole sentences from `signed that` on. */
function deliveryOf({ body }: Receipt): string {
  const at = showTime(body.issuedAt)
  return `an answer of ${showName(body.model)} was delivered in ${modeNames[body.mode]} mode on ${at}.`
}

function opened({ verdict }: JudgedReceipt): string {
  const parts = [
    hasPassed(verdict, 'commitment.prompt') ? 'these messages' : null,
    hasPassed(verdict, 'commitment.response') ? 'this answer' : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return ''
  // What is encrypted is committed to as it travelled.
  const isOurs = hasPassed(verdict, 'e2ee.mode') && isEnclaveJudged(verdict)
  return ` The receipt is for exactly ${isOurs ? 'this exchange' : parts.join(' and ')}.`
}

/** Neither that it is the one, nor that it is not. */
function notOpened({ receipt, verdict: { checks } }: JudgedReceipt): string {
  const names = checks
    .filter(isNotOpened)
    .map(({ id }) => (id === 'commitment.prompt' ? 'the messages' : 'the answer'))
  if (names.length === 0) return ''
  const start = ` Do not rely on the words in this file: ${names.join(' and ')} did not open what was signed.`
  return receipt.body.mode === 'e2ee'
    ? `${start} That is what was encrypted; what a client opened of it, nobody signed.`
    : `${start} A program wrote them anew, or they were altered; which of both, this file cannot show.`
}

function notChecked(missing: readonly MissingPart[]): string {
  const names = missing.flatMap(({ what, wasTried }) => (wasTried ? [] : [what]))
  if (names.length === 0) return ''
  const list =
    names.length < 2 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
  return ` Nothing failed, but ${list} ${names.length === 1 ? 'was' : 'were'} not checked.`
}
