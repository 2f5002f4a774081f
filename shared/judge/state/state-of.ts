import type { SecondHop } from '../../aci/second-hop.ts'
import type { CheckId } from '../../claims.ts'
import {
  isEnclaveMode,
  isSimulation,
  restsOnProvider,
  schemeOf,
  type EnclaveScheme,
} from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import type { Check, Verdict } from '../../verdict.ts'
import type { AnswerState } from './answer-state.ts'

/** One answer with all that was found about it. */
export interface JudgedReceipt {
  readonly receipt: Receipt
  readonly verdict: Verdict
  readonly secondHop: SecondHop
}

/**
 * The state of an answer: one total function of what was checked, and of nothing else.
 * @param judged null when nothing came that could be judged
 * @param textShown `other` where the words on screen are found not to be those signed
 */
export function stateOf(
  judged: JudgedReceipt | null,
  textShown: TextShown = 'not shown',
): AnswerState {
  if (judged === null) return 'no-receipt'
  const { receipt, verdict } = judged
  if (verdict.kind === 'rejected' || textShown === 'other') return 'failed'
  if (!hasPassed(verdict, 'receipt.signer')) return 'unknown-signer'
  if (isSimulated(receipt)) return 'simulated'
  if (verdict.kind === 'partial') return 'not-fully-checked'
  if (!isEnclaveMode(receipt.body.mode)) return 'promised'
  if (!isEnclaveJudged(verdict)) return 'gateways-claim'
  return isProvidersClaim(judged) ? 'providers-claim' : 'verified'
}

/** One exchange with an enclave over a connection that ends in it: no gateway stood between, and none signed. */
export interface JudgedByEnclave {
  readonly verdict: Verdict
  readonly secondHop: SecondHop
  /** The root that it was verified under; null where it was not. */
  readonly scheme: EnclaveScheme | null
}

/** The state of an answer that only the enclave signed; its evidence was judged here. */
export function stateOfEnclaveAnswer({ verdict, secondHop, scheme }: JudgedByEnclave): AnswerState {
  if (verdict.kind === 'rejected') return 'failed'
  if (scheme === null) return 'no-receipt'
  if (scheme === 'aci-tdx-simulated/1') return 'simulated'
  if (verdict.kind === 'partial') return 'not-fully-checked'
  return secondHop === 'the provider’s claim' ? 'providers-claim' : 'verified'
}

/** What was established here outweighs what the gateway signed about the host behind the enclave. */
function isProvidersClaim({ receipt, verdict, secondHop }: JudgedReceipt): boolean {
  const verifiedBy = receipt.body.enclave?.verifiedBy
  const isOfAci = verifiedBy === undefined || schemeOf(verifiedBy) !== null
  if (isOfAci && secondHop === 'established') return false
  return (
    secondHop === 'the provider’s claim' ||
    restsOnProvider(verifiedBy) ||
    verdict.checks.some(({ status, by }) => status === 'pass' && by === 'provider')
  )
}

/**
 * Whether the words that a reader sees are the words that were signed. `not shown`: this surface
 * shows no words but the signed ones. `same but for parts`: all that could be compared. `differs`: they are shown
 * differently. Only `other`, which contradicts them, decides a state.
 */
export type TextShown =
  | 'not shown'
  | 'not compared'
  | 'same'
  | 'same but for parts'
  | 'differs'
  | 'could not tell'
  | 'other'

export function isSimulated({ body }: Receipt): boolean {
  return isSimulation(body.enclave?.verifiedBy)
}

/** Whether the enclave's own evidence was judged, and not the gateway's word for it alone. */
export function isEnclaveJudged(verdict: Verdict): boolean {
  return hasPassed(verdict, 'enclave.signed') || hasPassed(verdict, 'e2ee.mode')
}

/** Whether the evidence was judged here of an enclave that signs no answers: that it wrote this one stays the gateway's word. */
export function isUnsignedEnclave({ checks }: Verdict): boolean {
  return checks.some((check) => check.status === 'skip' && check.finding === 'signs nothing')
}

/** Whether whoever asked holds no signature of the enclave over this answer: none came, or one of other bytes. */
export function isUnsignedExchange({ checks }: Verdict): boolean {
  const ids: readonly CheckId[] = ['enclave-receipt.present', 'enclave-receipt.response']
  return checks.some(({ id, status }) => status === 'skip' && ids.includes(id))
}

/** Tried, and opened in no way that is known: that it was altered cannot be told, nor that it was not. */
export function isNotOpened(check: Check): boolean {
  return check.status === 'skip' && check.finding === 'not opened'
}

export function hasPassed({ checks }: Verdict, id: Check['id']): boolean {
  return checks.some((check) => check.id === id && check.status === 'pass')
}
