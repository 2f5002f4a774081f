import { judgeAnswer, type ReceivedAnswer } from './judge-answer.ts'
import type { JudgedExchange } from '../record/judged-exchange.ts'
import type { Settings } from '../../settings/settings.ts'
import { traitsOf } from '../gateway/traits-of.ts'

/** The gateway is asked about its traits only where the request named another model than was signed. */
export async function judgeWithTraits(
  received: ReceivedAnswer,
  settings: Settings,
): Promise<JudgedExchange | null> {
  const judged = judgeAnswer(received, settings, null)
  const gateway = judged?.gateway ?? null
  const isOpen = judged?.verdict.checks.some(
    ({ id, status }) => id === 'receipt.model' && status === 'skip',
  )
  if (!isOpen || gateway === null) return judged
  return judgeAnswer(received, settings, await traitsOf(gateway))
}
