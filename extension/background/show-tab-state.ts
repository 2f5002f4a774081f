import type { AnswerState } from '../answer/answer-card.ts'
import { conversationOf } from './conversation-of.ts'

const looks: Readonly<Record<AnswerState, { text: string; color: string; title: string }>> = {
  failed: { text: '✕', color: '#9b2318', title: 'an answer failed' },
  'no-receipt': { text: '–', color: '#565d59', title: 'an answer has no receipt' },
  'unknown-signer': { text: '?', color: '#7a5200', title: 'a receipt is of an unknown gateway' },
  partial: { text: '!', color: '#7a5200', title: 'an answer is partly checked' },
  simulated: { text: 'S', color: '#7a5200', title: 'a simulated enclave answered' },
  promise: {
    text: '○',
    color: '#565d59',
    title: 'each answer with a receipt is as signed; the mode is a promise',
  },
  verified: { text: '✓', color: '#155e47', title: 'each answer with a receipt is verified' },
}

/** The weakest answer of a tab on the toolbar, where no page can draw. */
export async function showTabState(tabId: number): Promise<void> {
  const { weakest } = await conversationOf(tabId)
  const look = weakest === null ? null : looks[weakest.state]
  await Promise.allSettled([
    chrome.action.setBadgeText({ tabId, text: look?.text ?? '' }),
    chrome.action.setBadgeBackgroundColor({ tabId, color: look?.color ?? '#565d59' }),
    chrome.action.setTitle({ tabId, title: `Countersign${look ? `: ${look.title}` : ''}` }),
  ])
}
