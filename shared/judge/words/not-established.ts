import type { CheckId } from '../../claims.ts'
import { handsOn, isEnclaveMode, restsOnProvider, schemeOf, type Mode } from '../../modes.ts'
import { showName } from '../../text/show-name.ts'
import type { Verdict } from '../../verdict.ts'
import { notProvenWords as words } from '../../words/english/verdict/not-proven.ts'
import type { AnswerState } from '../state/answer-state.ts'
import type { Circumstances } from '../state/circumstances.ts'
import {
  hasPassed,
  isEnclaveJudged,
  isNotOpened,
  isUnsignedEnclave,
  isUnsignedExchange,
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
  if (judged === null) return [words.delivery]
  if (state === 'failed') {
    return [words.nothingElse]
  }
  if (state === 'unknown-signer') return [words.whoSigned, ...extra, ...alwaysLeftOpen]
  const { receipt, verdict } = judged
  const { mode } = receipt.body
  return [
    ...(isSimulated(receipt) ? [words.hardware] : []),
    ...(verdict.checks.some(isNotOpened) ? [words.otherWords] : []),
    ...textLeavesOpen(circumstances),
    ...wayLeavesOpen(mode, circumstances),
    ...(circumstances.path.kind === 'through' && !hasPassed(verdict, 'commitment.prompt')
      ? [words.asked]
      : []),
    ...enclaveLeavesOpen(mode, judged, state),
    ...modeLeavesOpen(mode, verdict),
    ...extra,
    ...alwaysLeftOpen,
    ...(hasPassed(verdict, 'enclave-receipt.request') ? [] : settingsLeaveOpen(circumstances)),
  ]
}

/** So many are named. */
const settingsNamed = 3

function settingsLeaveOpen({ settings = null }: Circumstances): readonly string[] {
  if (settings === null) return [words.settings]
  if (settings.length === 0) return []
  const names = settings
    .slice(0, settingsNamed)
    .map((name) => showName(name, 40))
    .join(', ')
  const more = settings.length - settingsNamed
  return [words.settingsOf(more > 0 ? words.andMoreSettings(names, more) : names)]
}

/** The same of an answer that only the enclave signed. */
export function enclaveLeftOpen(state: AnswerState): readonly string[] {
  if (state === 'failed') {
    return [words.nothingElse]
  }
  return [
    ...(state === 'simulated' ? [words.hardware] : []),
    ...(state === 'providers-claim' ? [words.secondMachine] : []),
    words.machine,
    words.noGateway,
    words.rightness,
  ]
}

function textLeavesOpen({ textShown, foundByWords }: Circumstances): readonly string[] {
  return [
    ...(typeof foundByWords === 'string' ? [words.foundByWords] : []),
    ...(textShown === 'could not tell' || textShown === 'not compared' ? [words.textShown] : []),
  ]
}

function wayLeavesOpen(mode: Mode, { sentToServer, path }: Circumstances): readonly string[] {
  if (!isEnclaveMode(mode)) return []
  if (sentToServer) return [words.sentToServer]
  return path.kind === 'through' ? [words.throughServer] : []
}

function enclaveLeavesOpen(
  mode: Mode,
  { receipt, verdict, secondHop }: JudgedReceipt,
  state: AnswerState,
): readonly string[] {
  if (!isEnclaveMode(mode)) return []
  const verifiedBy = receipt.body.enclave?.verifiedBy
  const isForwarded = handsOn(verifiedBy) && secondHop !== 'established'
  const isUnsigned = isUnsignedEnclave(verdict)
  if (!isEnclaveJudged(verdict) && !isUnsigned) {
    return [words.enclave, ...(isForwarded ? [words.secondMachine] : [])]
  }
  const isProviders = verifiedBy !== undefined && schemeOf(verifiedBy) === null
  const isOfAsker = isProviders && hasPassed(verdict, 'e2ee.mode')
  return [
    ...(isProviders && !isForwarded && restsOnProvider(verifiedBy) ? [words.otherPrograms] : []),
    ...(isProviders && !isForwarded ? [words.oneMachine] : []),
    ...(isForwarded || (state === 'providers-claim' && !isProviders) ? [words.secondMachine] : []),
    ...(wasSkipped(verdict, 'enclave-receipt.upstream') ? [words.servesItself] : []),
    ...(isUnsigned || (isProviders && isUnsignedExchange(verdict)) ? [words.whoWrote] : []),
    ...(isUnsigned || wasSkipped(verdict, 'enclave-receipt.request')
      ? [isOfAsker ? words.sameMessagesOfProvider : words.sameMessages]
      : []),
  ]
}

function wasSkipped({ checks }: Verdict, skipped: CheckId): boolean {
  return checks.some(({ id, status }) => status === 'skip' && id === skipped)
}

const byMode: Readonly<Record<Mode, readonly string[]>> = {
  anonymized: [words.providerKeptNothing, words.whoAsked],
  private: [words.operatorKeptNothing],
  tee: [words.gatewayKeptNothing],
  e2ee: [words.whichWords],
}

function modeLeavesOpen(mode: Mode, verdict: Verdict): readonly string[] {
  const isOurs = hasPassed(verdict, 'e2ee.mode')
  return [
    ...(isEnclaveMode(mode) ? [words.machine] : []),
    ...(isOurs ? [words.whichWordsToOthers] : byMode[mode]),
  ]
}

const alwaysLeftOpen: readonly string[] = [words.rightness, words.program]
