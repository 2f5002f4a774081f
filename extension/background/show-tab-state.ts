import type { Tone } from '#shared/judge/state/look-of.ts'
import { conversationOf } from './conversation-of.ts'

const colours: Readonly<Record<Tone, string>> = {
  pass: '#155e47',
  soft: '#565d59',
  skip: '#7a5200',
  simulated: '#85431a',
  none: '#565d59',
  fail: '#9b2318',
}

/** The weakest answer of a tab on the toolbar, where no page can draw. */
export async function showTabState(tabId: number): Promise<void> {
  const { weakest } = await conversationOf(tabId)
  const said = weakest?.said ?? null
  await Promise.allSettled([
    chrome.action.setBadgeText({ tabId, text: said?.mark ?? '' }),
    chrome.action.setBadgeBackgroundColor({ tabId, color: colours[said?.tone ?? 'none'] }),
    chrome.action.setTitle({ tabId, title: `Countersign${said ? `: ${said.label}` : ''}` }),
  ])
}
