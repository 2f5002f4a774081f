import type { CheckId } from '../claims.ts'
import type { Mode } from '../modes.ts'
import type { Receipt } from '../receipt/parse-receipt.ts'
import { showText } from '../text/show-text.ts'
import { showTime } from '../text/show-time.ts'
import type { FailedCheck } from '../verdict.ts'
import type { AnswerState } from './answer-state.ts'
import type { Circumstances } from './circumstances.ts'
import type { Naming } from './describe-answer.ts'
import type { MissingPart } from './missing-parts.ts'
import { hasPassed, isEnclaveJudged, type JudgedReceipt } from './state-of.ts'

interface Found {
  readonly judged: JudgedReceipt | null
  readonly state: AnswerState
  readonly missing: readonly MissingPart[]
  readonly circumstances: Circumstances
  readonly naming: Naming
}

/** The state of an answer in a sentence or two, for a person who uses a chat. */
export function sentenceOf({ judged, state, missing, circumstances, naming }: Found): string {
  if (judged === null) {
    return 'No receipt came with it: nothing is said about how it was delivered.'
  }
  const { receipt, verdict } = judged
  const signed = `${naming.signer} signed that ${deliveryOf(receipt)}`
  switch (state) {
    case 'failed':
      return `Do not rely on it. ${
        verdict.kind === 'rejected'
          ? describeFailure(verdict.failed, naming)
          : 'The text shown here is not the text that was signed.'
      }`
    case 'no-receipt':
    case 'unknown-signer':
      return 'It carries a receipt, signed by an address that you have no reason to believe: anybody can make one. Name the gateway that you used.'
    case 'simulated':
      return `${signed} The enclave is a simulation: it holds together, and proves nothing about hardware.${notChecked(missing)}`
    case 'not-all-checked':
      return `${signed}${notChecked(missing)}`
    case 'gateways-word':
      return `${signed}${opened(judged)} That an attested enclave answered is the gateway’s word: its evidence was not judged here.`
    case 'providers-word':
      return `${signed}${opened(judged)} The enclave was verified here, from its quote to this answer. The host of the model behind it stands on its provider’s word.`
    case 'promise':
      return `${signed}${opened(judged)} How it was delivered is a promise of the operator, and nothing that can be measured.`
    case 'proven':
      return `${signed}${opened(judged)} The enclave was verified here, from its quote to this answer.${beside(circumstances)}`
  }
}

/** What was proven about an answer is not said of words that could be others. */
function beside({ textShown }: Circumstances): string {
  return textShown === 'could not tell' || textShown === 'not compared'
    ? ' Whether it is the text shown here could not be told.'
    : ''
}

const failures: Readonly<Partial<Record<CheckId, string>>> = {
  'receipt.digest': 'The receipt was altered after it was signed.',
  'receipt.signature': 'The signature is not by the address that the receipt names.',
  'receipt.enclave': 'The receipt contradicts itself about an enclave.',
  'svc.mode': 'The answer shows another privacy mode than the one that was signed.',
  'svc.label': 'The answer shows other words than those that belong to the signed mode.',
  'svc.digest': 'The answer names another receipt than the one it carries.',
  'commitment.prompt': 'The receipt is for other messages than these.',
  'commitment.response': 'The receipt is for another answer than this one.',
}

function describeFailure({ id }: FailedCheck, { signer, claimOf }: Naming): string {
  if (id === 'receipt.signer') {
    return `${signer} did not sign this receipt, or not at its time. If it is from another gateway, name that one.`
  }
  return failures[id] ?? `This does not hold: “${claimOf(id).user}”`
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
  return `an answer of ${showText(body.model)} was delivered in ${modeNames[body.mode]} mode on ${at}.`
}

function opened({ verdict }: JudgedReceipt): string {
  const parts = [
    hasPassed(verdict, 'commitment.prompt') ? 'messages' : null,
    hasPassed(verdict, 'commitment.response') ? 'answer' : null,
  ].filter((part) => part !== null)
  if (parts.length === 0) return ''
  // What is encrypted is committed to as it travelled.
  const of = hasPassed(verdict, 'e2ee.mode') && isEnclaveJudged(verdict) ? 'exchange' : null
  return ` The receipt is for exactly this ${of ?? parts.join(' and this ')}.`
}

function notChecked(missing: readonly MissingPart[]): string {
  if (missing.length === 0) return ''
  const names = missing.map(({ what }) => what)
  const list =
    names.length < 2 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
  return ` Nothing failed, but ${list} ${names.length === 1 ? 'was' : 'were'} not checked.`
}
