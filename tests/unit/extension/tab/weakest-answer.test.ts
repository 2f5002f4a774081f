import { expect, test } from 'vitest'
import type { AnswerCard } from '../../../../extension/answer/answer-card.ts'
import { emptyTable, withEntry } from '../../../../extension/tab/answer-table.ts'
import { emptyTab, type TabState } from '../../../../extension/tab/tab-state.ts'
import { viewTab } from '../../../../extension/tab/view-tab.ts'
import { cardOf } from '../../../support/extension/bundle-badge.ts'

test('an answer that needs a look is named before one whose state is weaker and that looks calm', () => {
  const [calm, loud] = ['c1'.repeat(32), 'c2'.repeat(32)]
  const cards: Readonly<Record<string, AnswerCard>> = {
    [calm]: { ...cardOf('not-fully-checked'), digest: calm, tone: 'soft', label: 'calm' },
    [loud]: { ...cardOf('promised'), digest: loud, tone: 'skip', label: 'loud' },
  }
  const state: TabState = {
    ...emptyTab('https://chat.example'),
    turns: [{ digest: calm }, { digest: loud }],
    compared: withEntry(
      withEntry<TabState['compared'][number][string]>(emptyTable, calm, {
        as: 'same',
        found: 'came-here',
      }),
      loud,
      {
        as: 'differs',
        found: 'came-here',
      },
    ),
  }
  const answerOf = (name: string) => {
    const card = cards[name]
    return card ? { card } : null
  }
  expect(viewTab(state, answerOf).weakest).toMatchObject({ said: { label: 'loud' }, at: 1 })
  expect(viewTab({ ...state, turns: [{ digest: calm }] }, answerOf).weakest).toMatchObject({
    said: { label: 'calm' },
    at: 0,
  })
})
