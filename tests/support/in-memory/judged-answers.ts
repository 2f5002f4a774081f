import { judgeAnswer } from '../../../extension/background/observe/judge-answer.ts'
import type { JudgedExchange } from '../../../extension/background/record/judged-exchange.ts'
import { signAnswer } from '../receipts/sign-answer.ts'

// Answers as a background judges them, and what a page tells of them.

export const origin = 'https://chat.example'
export const tabs: readonly number[] = [1, 2]

export const textOf = (index: number) => `Answer ${index} says what it says, in words of its own.`

/** `promised`: of a gateway that the user named. `nobody`: of another one. `failed`: altered on its way. */
export async function judgedOf(index: number, how: 'promised' | 'nobody' | 'failed') {
  const message = { role: 'assistant', content: textOf(index) }
  const messages = [{ role: 'user', content: 'What?' }]
  const { svc, signers } = await signAnswer({ mode: 'private', messages, message })
  const shown =
    how === 'failed' ? { ...message, content: 'Other words than were signed.' } : message
  const gateway = 'https://gateway.example'
  const judged = judgeAnswer(
    {
      url: `${gateway}/v1/chat/completions`,
      request: JSON.stringify({ model: 'm', messages }),
      text: JSON.stringify({ model: 'm', choices: [{ index: 0, message: shown }], svc }),
      place: null,
      origin,
      tabId: 1,
      key: `0-${index}`,
    },
    {
      gateways:
        how === 'nobody'
          ? []
          : [{ origin: gateway, signers, pinnedAt: 0, key: null, proposed: null }],
      sites: [origin],
      pairs: [],
      retention: { days: 90, megabytes: 50, words: 'keep' },
      measurements: null,
      development: false,
    },
    null,
  )
  if (judged === null) throw new Error('it carries a receipt')
  return judged
}

export const listOf = (turns: readonly string[]) =>
  ({ turns, frontend: 'generic', receipts: 'arrive' }) as const

export const shownAs = (digest: string, text: string) =>
  ({
    kind: 'shown',
    digest,
    text,
    before: '',
    messageId: null,
    found: 'came-here',
    tellsServer: false,
  }) as const

export const digestOf = ({ svc }: JudgedExchange) => svc.receipt.digest
