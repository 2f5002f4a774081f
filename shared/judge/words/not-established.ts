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
  if (judged === null) return ['How this answer was delivered.']
  if (state === 'failed') {
    return [nothingElse]
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
    return [nothingElse]
  }
  return [
    ...(state === 'simulated' ? [anyHardware] : []),
    ...(state === 'providers-claim' ? [secondHost] : []),
    machine,
    'That this was the answer, to anybody else: no gateway signed a receipt.',
    rightness,
  ]
}

const nothingElse = 'Nothing else: once one part is false, the rest proves nothing.'

const whoSigned = 'Anything that the receipt says: nobody here knows who signed the receipt.'

const otherWords = 'That the words in this file are the signed words.'

const whatWasAsked = 'That the gateway was asked in your words: the server of this chat asked it.'

const anyHardware =
  'Any hardware: a simulated enclave has none, and its operator made up its evidence.'

function textLeavesOpen({ textShown, foundByWords }: Circumstances): readonly string[] {
  return [
    ...(typeof foundByWords === 'string'
      ? ['That the receipt came with this answer: only the words are the same.']
      : []),
    ...(textShown === 'could not tell' || textShown === 'not compared'
      ? ['That the text shown here is the signed text.']
      : []),
  ]
}

function wayLeavesOpen(mode: Mode, { sentToServer, path }: Circumstances): readonly string[] {
  if (!isEnclaveMode(mode)) return []
  if (sentToServer)
    return ['That no other server read it: the page sent it to its own server, too.']
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
    ...(state === 'providers-claim' ? [secondHost] : []),
    ...(wasSkipped(verdict, 'enclave-receipt.request') ? [sameMessages] : []),
  ]
}

function wasSkipped({ checks }: Verdict, id: CheckId): boolean {
  return checks.some((check) => check.id === id && check.status === 'skip')
}

const sameMessages = 'That the enclave got this question: the gateway claims it.'

const ownEvidence =
  'The enclave itself: only the gateway’s signature was checked here, not the enclave’s evidence.'

const secondHost =
  'The machine that ran the model: it stands behind the enclave that was checked, and only the provider vouches for it. Both read the question.'

const byMode: Readonly<Record<Mode, readonly string[]>> = {
  anonymized: [
    'That the provider who read the question kept nothing. In this mode it may keep it.',
    'That nothing in the question gives away who asked.',
  ],
  private: ['That the question was not kept: the operator promises it.'],
  tee: ['That the gateway, which could read question and answer, kept neither.'],
  e2ee: ['What the words were: the receipt is for the encrypted words.'],
}

/** Whoever encrypted it knows the words; another reader cannot be shown them by this receipt. */
const toOthers = 'What the words were, to anybody else: the receipt is for the encrypted words.'

/** An enclave answers for what was measured, and not for whoever holds the machine. */
const machine =
  'That nobody with the machine in hand broke into its processor: such attacks are known.'

function modeLeavesOpen(mode: Mode, verdict: Verdict): readonly string[] {
  const isOurs = hasPassed(verdict, 'e2ee.mode')
  return [...(isEnclaveMode(mode) ? [machine] : []), ...(isOurs ? [toOthers] : byMode[mode])]
}

/** What no receipt says. */
const rightness = 'That the answer is right, or that the named model ran.'

const alwaysLeftOpen: readonly string[] = [
  rightness,
  'That the gateway ran an unchanged program: a signature only says who signed.',
]
