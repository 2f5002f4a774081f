import type { Verdict } from '../../verdict.ts'
import type { AnswerState } from './answer-state.ts'
import type { Circumstances } from './circumstances.ts'

/**
 * Green is `pass` and means proven here, nothing else. `soft` is for what is as good as its way and its mode
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
  /** One to three words. */
  readonly label: string
}

const looks: Readonly<Record<AnswerState, Look>> = {
  failed: { mark: '✕', tone: 'fail', label: 'Failed' },
  'no-receipt': { mark: '–', tone: 'none', label: 'No receipt' },
  'unknown-signer': { mark: '?', tone: 'skip', label: 'Unknown signer' },
  simulated: { mark: '△', tone: 'simulated', label: 'Simulated' },
  'not-all-checked': { mark: '!', tone: 'skip', label: 'Not all checked' },
  'gateways-word': { mark: '◇', tone: 'soft', label: 'Gateway’s word' },
  'providers-word': { mark: '◈', tone: 'soft', label: 'Provider’s word' },
  promise: { mark: '○', tone: 'soft', label: 'Signed promise' },
  proven: { mark: '✓', tone: 'pass', label: 'Proven here' },
}

/** Of the state alone: for a legend, a filter, a conversation. */
export function lookOf(state: AnswerState): Look {
  return looks[state]
}

/**
 * Beside the words of an answer. What was proven of an answer is not shown in green when a server on its way
 * read them too, nor beside words that could be others.
 * @param behindServer what is shown in place of the state's own look where all holds that can be known behind a
 *   site's server (behind-server.ts); else null
 */
export function lookBeside(
  state: AnswerState,
  {
    path,
    sentToServer,
    textShown,
    foundByWords,
  }: Pick<Circumstances, 'path' | 'sentToServer' | 'textShown' | 'foundByWords'>,
  behindServer: Look | null,
): Look {
  const look = lookOf(state)
  if (typeof foundByWords === 'string' && state !== 'failed') {
    return { ...look, label: 'Found by words' }
  }
  if (behindServer !== null) return behindServer
  const wasReadOnTheWay = sentToServer || path.kind === 'through'
  const areOtherWords = !/^(?:not shown|same)/.test(textShown)
  const isDimmed = state === 'proven' && (areOtherWords || wasReadOnTheWay)
  return isDimmed ? { ...look, tone: 'soft' } : look
}

/**
 * Of a command: 0 only for what is proven, or promised, with every check; 1 when something failed, 2 when
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
    case 'not-all-checked':
    case 'gateways-word':
    case 'providers-word':
      return 2
    case 'promise':
    case 'proven':
      return 0
  }
}
