import type { Tone } from '#shared/judge/state/look-of.ts'
import type { TabState } from '../../tab/tab-state.ts'
import { viewTab } from '../../tab/view-tab.ts'

const colours: Readonly<Record<Tone, string>> = {
  pass: '#155e47',
  soft: '#565d59',
  skip: '#7a5200',
  simulated: '#85431a',
  none: '#565d59',
  fail: '#9b2318',
}

/** The weakest answer of a tab on the toolbar, where no page can draw. Nothing is described for it. */
export async function showTabState(tabId: number, state: TabState): Promise<void> {
  const { described } = state
  const { weakest } = viewTab(state, (digest) => {
    const card = described[digest]
    return card ? { card } : null
  })
  const said = weakest?.said ?? null
  await Promise.allSettled([
    chrome.action.setBadgeText({ tabId, text: said?.mark ?? '' }),
    chrome.action.setBadgeBackgroundColor({ tabId, color: colours[said?.tone ?? 'none'] }),
    chrome.action.setTitle({ tabId, title: `Countersign${said ? `: ${said.label}` : ''}` }),
  ])
}
