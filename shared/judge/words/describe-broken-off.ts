import { noReceiptWords } from '../../words/english/verdict/no-receipt.ts'
import { lookOf } from '../state/look-of.ts'
import type { RefusedView } from './describe-refused.ts'

/** An answer whose connection broke before its receipt came: nothing of it contradicts anything. */
export function describeBrokenOff(): RefusedView {
  const state = 'no-receipt'
  return { state, ...lookOf(state), sentence: noReceiptWords.brokenOff, failed: null }
}
