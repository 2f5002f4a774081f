import type { Mode } from '../../modes.ts'
import type { AnswerState } from './answer-state.ts'
import type { Circumstances } from './circumstances.ts'
import type { Look } from './look-of.ts'
import { isEnclaveJudged, isNotOpened, type JudgedReceipt } from './state-of.ts'

/**
 * How an answer looks that came through a site's own server, and of which all holds that can be known behind
 * it: a known gateway signed exactly this answer. What that server asked is its own to know. The state stays
 * "not all checked", which a reader who was told the request could do better than.
 * @returns null for every other answer: one that misses anything else, or whose words are a guess
 */
export function lookBehindServer(
  judged: JudgedReceipt | null,
  state: AnswerState,
  { path, foundByWords }: Pick<Circumstances, 'path' | 'foundByWords'>,
): Look | null {
  if (judged === null || state !== 'not-all-checked' || path.kind !== 'through') return null
  if (typeof foundByWords === 'string') return null
  const { receipt, verdict } = judged
  if (verdict.kind !== 'partial' || isEnclaveJudged(verdict)) return null
  if (verdict.checks.some(isNotOpened)) return null
  const isOnlyPromptMissing =
    verdict.missing.length > 0 && verdict.missing.every((id) => id === 'commitment.prompt')
  return isOnlyPromptMissing ? looks[receipt.body.mode] : null
}

const looks: Readonly<Record<Mode, Look | null>> = {
  anonymized: { mark: '○', tone: 'soft', label: 'Anonymized · via server' },
  private: { mark: '○', tone: 'soft', label: 'Private · via server' },
  tee: { mark: '◇', tone: 'soft', label: 'Gateway’s word' },
  // What is encrypted end to end comes through no server in clear.
  e2ee: null,
}
