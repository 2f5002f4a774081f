import type { TabEvent } from '../tab/tab-state.ts'
import { showTabState } from './show-tab-state.ts'
import { changeTab, type TabPlace } from './tab-store.ts'

/** Takes in what happened in a tab, and says it on the toolbar. */
export async function noteTab(place: TabPlace, event: TabEvent): Promise<void> {
  await changeTab(place, event)
  if (place.tabId !== null) await showTabState(place.tabId)
}

/** Names one answer of a tab: its number is of the frame that it was seen in. */
export function exchangeKey(frameId: number | undefined, id: number): string {
  return `${frameId ?? 0}-${id}`
}
