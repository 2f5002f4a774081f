import { compareStates } from '../answer/answer-card.ts'
import type { Conversation, ListedAnswer } from '../messages/ui-requests.ts'
import type { KeptAnswer } from '../vault/kept-answer.ts'
import { vault } from '../vault/vault.ts'
import { describeAnswer } from './describe-answer.ts'
import { readTab } from './tab-notes.ts'

/** What stands in a tab, in the order of the page, and its weakest answer. */
export async function conversationOf(tabId: number): Promise<Conversation> {
  const notes = await readTab(tabId)
  if (notes === null) {
    return {
      origin: null,
      turns: [],
      unplaced: [],
      weakest: null,
      receipts: 'arrive',
      left: null,
    }
  }
  const turns = await Promise.all(
    notes.turns.map(async (digest) => (digest === null ? null : read(digest))),
  )
  const placed = new Set(notes.turns)
  const others = notes.judged.filter((digest) => !placed.has(digest))
  const unplaced = (await Promise.all(others.map(read))).filter((each) => each !== null)
  return {
    origin: notes.origin,
    turns,
    unplaced,
    weakest: weakestOf(turns, unplaced),
    receipts: notes.receipts,
    left: notes.left,
  }

  async function read(digest: string): Promise<ListedAnswer | null> {
    const kept = await vault.read(digest)
    return kept?.origin === notes?.origin && kept ? listed(kept) : null
  }
}

export async function listed(kept: KeptAnswer): Promise<ListedAnswer> {
  const { origin, gateway, at } = kept
  return { card: await describeAnswer(kept), origin, gateway, at }
}

/** The first of the weakest: a conversation is worth no more than that. One that failed counts wherever it is. */
function weakestOf(
  turns: readonly (ListedAnswer | null)[],
  unplaced: readonly ListedAnswer[],
): Conversation['weakest'] {
  const states = turns.map((turn) => turn?.card.state ?? 'no-receipt')
  const [weakest] = states.toSorted(compareStates)
  if (weakest !== 'failed' && unplaced.some(({ card }) => card.state === 'failed')) {
    return { state: 'failed', at: null }
  }
  return weakest === undefined ? null : { state: weakest, at: states.indexOf(weakest) }
}
