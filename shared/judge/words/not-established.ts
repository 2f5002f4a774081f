import type { CheckId } from '../../claims.ts'
import { isEnclaveMode, type Mode } from '../../modes.ts'
import type { Verdict } from '../../verdict.ts'
import type { AnswerState } from '../state/answer-state.ts'
import type { Circumstances } from '../state/circumstances.ts'
import {
  hasPassed,
  isEnclaveJudged,
  isNotOpened,
  isSimulated,
  type JudgedReceipt,
} from '../state/state-of.ts'

/**
 * What a reader could take the state to mean, and it does not. Part of every verdict.
 * @param extra what a surface alone knows: that it is served by the gateway it judges, say
 */
export function notEstablished(
  judged: JudgedReceipt | null,
  state: AnswerState,
  circumstances: Circumstances,
  extra: readonly string[] = [],
): readonly string[] {
  if (judged === null) return ['Anything about how it was delivered.']
  if (state === 'failed') {
    return ['Anything else: an answer with one false part proves nothing with its others.']
  }
  if (state === 'unknown-signer') return [whoSigned, ...extra, ...alwaysLeftOpen]
  const { receipt, verdict } = judged
  const { mode } = receipt.body
  return [
    ...(isSimulated(receipt) ? [anyHardware] : []),
    ...(verdict.checks.some(isNotOpened) ? [otherWords] : []),
    ...textLeavesOpen(circumstances),
    ...wayLeavesOpen(mode, circumstances),
    ...(circumstances.path.kind === 'through' && !hasPassed(verdict, 'commitment.prompt')
      ? [whatWasAsked]
      : []),
    ...enclaveLeavesOpen(mode, judged, state),
    ...modeLeavesOpen(mode, verdict),
    ...extra,
    ...alwaysLeftOpen,
  ]
}

/** The same of an answer that only the enclave signed. */
export function enclaveLeftOpen(state: AnswerState): readonly string[] {
  if (state === 'failed') {
    return ['Anything else: an answer with one false part proves nothing with its others.']
  }
  return [
    ...(state === 'simulated' ? [anyHardware] : []),
    ...(state === 'providers-word' ? [secondHost] : []),
    machine,
    'To anybody else, that this was the answer: no gateway signed a receipt of it.',
    rightness,
  ]
}

const whoSigned = 'Anything that the receipt says: who signed it is not known here.'

const otherWords = 'That the words in this file are those that were signed: they did not open.'

const whatWasAsked = 'That the gateway was asked in your words: the server on the way asked it.'

const anyHardware =
  'Any hardware: a simulated enclave has none. What a simulation proves, its own operator made up.'

function textLeavesOpen({ textShown, foundByWords }: Circumstances): readonly string[] {
  return [
    ...(typeof foundByWords === 'string'
      ? ['That it is the answer that the receipt came with: only its words are the same.']
      : []),
    ...(textShown === 'could not tell' || textShown === 'not compared'
      ? ['That the text shown here is the text that was signed.']
      : []),
  ]
}

function wayLeavesOpen(mode: Mode, { sentToServer, path }: Circumstances): readonly string[] {
  if (!isEnclaveMode(mode)) return []
  if (sentToServer) return ['That no other server read it: the page told its own server, too.']
  return path.kind === 'through'
    ? ['That no other server read it: it came through the site’s own.']
    : []
}

function enclaveLeavesOpen(
  mode: Mode,
  { verdict }: JudgedReceipt,
  state: AnswerState,
): readonly string[] {
  if (!isEnclaveMode(mode)) return []
  if (!isEnclaveJudged(verdict)) return [ownEvidence]
  return [
    ...(state === 'providers-word' ? [secondHost] : []),
    ...(wasSkipped(verdict, 'enclave-receipt.request') ? [sameMessages] : []),
  ]
}

function wasSkipped({ checks }: Verdict, id: CheckId): boolean {
  return checks.some((check) => check.id === id && check.status === 'skip')
}

const sameMessages = 'That the enclave got these messages: that is the gateway’s word.'

const ownEvidence =
  'The enclave’s own evidence: the gateway’s signature under its claim was judged here, not its quote.'

const secondHost =
  'The host of the model: behind the enclave that was verified stands another one, on its provider’s word. Both read the prompt.'

const byMode: Readonly<Record<Mode, readonly string[]>> = {
  anonymized: [
    'That the third party who read the prompt kept nothing. In this mode it may.',
    'That the prompt does not say itself who asked.',
  ],
  private: ['That the prompt was not kept: in this mode that is the operator’s promise.'],
  tee: ['That the gateway, which held prompt and answer in memory, kept neither.'],
  e2ee: ['What the plain text was: the receipt commits to what was encrypted.'],
}

/** Whoever encrypted it knows the words; another reader cannot be shown them by this receipt. */
const toOthers = 'To anybody else, what the words were: the receipt commits to what was encrypted.'

/** An enclave answers for what was measured, and not for whoever holds the machine. */
const machine =
  'That whoever holds the machine has not broken into its processor: such attacks are published.'

function modeLeavesOpen(mode: Mode, verdict: Verdict): readonly string[] {
  const isOurs = hasPassed(verdict, 'e2ee.mode')
  return [...(isEnclaveMode(mode) ? [machine] : []), ...(isOurs ? [toOthers] : byMode[mode])]
}

/** What no receipt says. */
const rightness = 'That the answer is right, or that the model named is the one that ran.'

const alwaysLeftOpen: readonly string[] = [
  rightness,
  'That the gateway ran an unchanged program: a signature says who signed.',
]
