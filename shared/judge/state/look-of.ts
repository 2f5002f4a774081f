import { privacyLabel } from '../../modes.ts'
import type { Receipt } from '../../receipt/parse-receipt.ts'
import type { Verdict } from '../../verdict.ts'
import { stateWords } from '../../words/english/verdict/states.ts'
import type { AnswerState } from './answer-state.ts'
import type { Circumstances } from './circumstances.ts'

/**
 * Green is `pass` and means verified here, nothing else. `soft` is for what is as good as its way and its mode
 * can be, amber (`skip`) for what needs a look, red for a lie.
 */
export type Tone = 'pass' | 'soft' | 'skip' | 'simulated' | 'none' | 'fail'

/** Nothing about it needs a look: of a conversation any other answer is named before it. */
export function isCalm({ tone }: Pick<Look, 'tone'>): boolean {
  return tone === 'pass' || tone === 'soft'
}

export interface Look {
  /** One character, so that colour is never alone. */
  readonly mark: string
  readonly tone: Tone
  /** Privacy label and strength, as in `Private · promised`; one of them where the other is not known. */
  readonly label: string
}

/** How each state looks. `label` stands alone, `strength` behind a privacy label; null where none may be shown. */
const looks: Readonly<Record<AnswerState, Look & { readonly strength: string | null }>> = {
  failed: { mark: '✕', tone: 'fail', label: stateWords.failed, strength: null },
  'no-receipt': { mark: '–', tone: 'none', label: stateWords.noReceipt, strength: null },
  'unknown-signer': {
    mark: '?',
    tone: 'skip',
    label: stateWords.unknownSigner,
    strength: stateWords.behindUnknownSigner,
  },
  simulated: { mark: '△', tone: 'simulated', label: stateWords.simulated, strength: null },
  'not-fully-checked': {
    mark: '!',
    tone: 'skip',
    label: stateWords.notFullyChecked,
    strength: stateWords.behindNotFullyChecked,
  },
  'gateways-claim': {
    mark: '◇',
    tone: 'soft',
    label: stateWords.gatewaysClaim,
    strength: stateWords.behindGatewaysClaim,
  },
  'providers-claim': {
    mark: '◈',
    tone: 'soft',
    label: stateWords.providersClaim,
    strength: stateWords.behindProvidersClaim,
  },
  promised: {
    mark: '○',
    tone: 'soft',
    label: stateWords.promised,
    strength: stateWords.behindPromised,
  },
  verified: {
    mark: '✓',
    tone: 'pass',
    label: stateWords.verified,
    strength: stateWords.behindVerified,
  },
}

/** The look of a state alone: for a legend, a filter, a conversation. */
export function lookOf(state: AnswerState): Look {
  const { mark, tone, label } = looks[state]
  return { mark, tone, label }
}

/** The look of a receipt in a state: the signed privacy label, and its strength. */
export function lookOfReceipt({ body }: Receipt, state: AnswerState): Look {
  return labelled(privacyLabel(body.mode, body.enclave?.verifiedBy), state)
}

/** The look of an answer that only the enclave signed: no gateway signed a mode. */
export function lookOfEnclave(state: AnswerState): Look {
  return labelled(privacyLabel('tee', undefined), state)
}

function labelled(label: string, state: AnswerState): Look {
  const { strength } = looks[state]
  return strength === null ? lookOf(state) : { ...lookOf(state), label: `${label} · ${strength}` }
}

/**
 * The same beside the words of an answer. Green is left out where a server on the way read the words too, and where the
 * words were not compared with those that were signed, or could be those of another answer.
 */
export function dimmed(
  look: Look,
  { path, sentToServer, textShown, foundByWords }: Circumstances,
): Look {
  const wasReadOnTheWay = sentToServer || path.kind === 'through'
  const areOtherWords = !/^(?:not shown|same)/.test(textShown) || typeof foundByWords === 'string'
  return look.tone === 'pass' && (wasReadOnTheWay || areOtherWords)
    ? { ...look, tone: 'soft' }
    : look
}

/**
 * The exit status of a command: 0 only for what is verified, or promised, with every check; 1 when something failed, 2 when
 * not everything was established, 3 when nothing was judged. A simulation counts where the verdict says
 * that its reader accepts one.
 */
export function exitStatusOf(state: AnswerState, verdict: Verdict | null): 0 | 1 | 2 | 3 {
  switch (state) {
    case 'failed':
      return 1
    case 'no-receipt':
      return 3
    case 'simulated':
      return verdict?.kind === 'verified' ? 0 : 2
    case 'unknown-signer':
    case 'not-fully-checked':
    case 'gateways-claim':
    case 'providers-claim':
      return 2
    case 'promised':
    case 'verified':
      return 0
  }
}
