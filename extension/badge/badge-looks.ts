import type { AnswerState } from '../answer/answer-card.ts'

export type BadgeState = AnswerState | 'provisional'

/** Mark and tone of each state; colour is never alone. */
export const looks: Readonly<Record<BadgeState, { readonly mark: string; readonly tone: string }>> =
  {
    provisional: { mark: '⋯', tone: 'soft' },
    verified: { mark: '✓', tone: 'pass' },
    promise: { mark: '○', tone: 'soft' },
    simulated: { mark: '△', tone: 'skip' },
    partial: { mark: '!', tone: 'skip' },
    'unknown-signer': { mark: '?', tone: 'skip' },
    'no-receipt': { mark: '–', tone: 'soft' },
    failed: { mark: '✕', tone: 'fail' },
  }

/** What has no receipt and therefore no card of its own. */
export const plainWords = {
  provisional: {
    state: 'provisional',
    label: 'Being written',
    sentence: 'This answer is being written. Nothing about it is verified yet.',
  },
  checking: {
    state: 'provisional',
    label: 'Being compared',
    sentence:
      'Its text is being compared with the text that was signed. Nothing about it is verified yet.',
  },
  undecided: {
    state: 'partial',
    label: 'Several receipts',
    sentence:
      'Several answers with these words are kept, and they were delivered in different ways. Which of them stands here could not be told, so nothing is said about it.',
  },
  'no-receipt': {
    state: 'no-receipt',
    label: 'No receipt',
    sentence:
      'No receipt reached this page for it: the server of this front-end drops it. Nothing is said about how the answer was delivered.',
  },
} as const
