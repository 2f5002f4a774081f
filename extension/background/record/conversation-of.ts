import { entryOf } from '../../tab/answer-table.ts'
import { digestsIn, emptyTab } from '../../tab/tab-state.ts'
import { viewTab } from '../../tab/view-tab.ts'
import type { Conversation, ListedAnswer } from '../../messages/ui-requests.ts'
import type { KeptAnswer } from '../../vault/kept-answer.ts'
import { vault } from '../../vault/vault.ts'
import { cardOf } from './card-of.ts'
import { questionOf } from './question-of.ts'
import { readTab } from '../tab/tab-store.ts'

/** What stands in a tab, in the order of the page, and its weakest answer. */
export async function conversationOf(tabId: number): Promise<Conversation> {
  const state = await readTab(tabId)
  if (state === null) return { ...viewTab<ListedAnswer>(emptyTab(''), () => null), origin: null }
  const kept = new Map<string, ListedAnswer>()
  await Promise.all(
    digestsIn(state).map(async (digest) => {
      const found = await vault.read(digest)
      if (found?.origin !== state.origin) return
      const { as: shown, found: how } = entryOf(state.compared, digest) ?? {
        as: found.shown,
        found: found.found,
      }
      kept.set(digest, await listed({ ...found, shown, found: how }))
    }),
  )
  return viewTab(state, (digest) => kept.get(digest) ?? null)
}

export async function listed(kept: KeptAnswer): Promise<ListedAnswer> {
  const { origin, gateway, at, path } = kept
  const card = await cardOf(kept)
  return { card, origin, gateway, at, path: path.kind, question: questionOf(kept) }
}
