import type { Page } from 'playwright-core'
import type { SampleCell } from './sample-cell.ts'
import { questionFor } from './sample-upstream.ts'
import type { ObservedSite } from '../extension/start-observed-site.ts'
import { tabIdOf } from '../extension/tab-id-of.ts'

/** The same words twice, and what tells the two answers apart: only the receipt of each does. The two models by kind. */
export interface SameWords {
  readonly 'same words, two modes'?: readonly [string, string]
  readonly 'same words, two providers'?: readonly [string, string]
}

export const sameWords: Required<SameWords> = {
  'same words, two modes': ['test-private', 'test-anonymized'],
  'same words, two providers': ['test-private', 'test-elsewhere'],
}

interface AskedTwice {
  readonly page: Page
  /** Has a model answer it. */
  readonly ask: (question: string, model: string) => Promise<unknown>
  /** How long it may take until each badge stands where it stays, in milliseconds. */
  readonly longest: number
}

/** Whether each badge stands at its own answer. */
export async function sameWordsCell(
  observed: ObservedSite,
  asked: readonly [string, string],
  { page, ask, longest }: AskedTwice,
): Promise<SampleCell> {
  const tabId = await tabIdOf(observed.own, page)
  await observed.ui({ kind: 'wipe' })
  const models: string[] = []
  let cell: SampleCell = 'none'
  for (const model of asked) {
    models.push(model)
    // eslint-disable-next-line no-await-in-loop
    await ask(questionFor('plain'), model)
    const until = performance.now() + longest
    do {
      // eslint-disable-next-line no-await-in-loop
      cell = await standing()
    } while (cell !== 'badge' && performance.now() < until)
  }
  return cell

  async function standing(): Promise<SampleCell> {
    const { turns } = await observed.ui({ kind: 'read-conversation', tabId })
    const cards = turns.flatMap(({ answer }) => (answer === null ? [] : [answer.card]))
    const found = cards.slice(-models.length)
    if (found.length < models.length) return 'none'
    if (found.some(({ model }, at) => model !== models[at])) return 'another text'
    if (found.some(({ shown }) => shown !== 'same')) return 'shown differently'
    return found.some(({ found: by }) => by === 'by-words') ? 'by words' : 'badge'
  }
}
