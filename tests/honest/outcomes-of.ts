import type { Page } from 'playwright-core'
import { isSigned } from '#shared/judge/state/comparison.ts'
import { isCalm, lookOf } from '#shared/judge/state/look-of.ts'
import { plainSaid } from '../../extension/answer/said.ts'
import type { ListedAnswer } from '../../extension/messages/ui-requests.ts'
import { badgeNames } from '../support/extension/badge-names.ts'
import { readConversation } from '../support/extension/read-conversation.ts'
import type { ObservedSite } from '../support/extension/start-observed-site.ts'

/**
 * What is said at the place of one answer. `right`: its ordinary badge, and nothing against its words. `differs`: that
 * they are shown differently, or could not be compared. `wrong`: a lie is claimed, or more than one badge stands
 * there. `stuck`: it is said to be on its way still.
 */
export type Outcome = 'right' | 'differs' | 'wrong' | 'stuck' | 'none'

/** Of the answers of one conversation, by the questions that they answer, in their order. */
export async function outcomesOf(
  observed: ObservedSite,
  page: Page,
  questions: readonly string[],
): Promise<readonly Outcome[]> {
  const { turns, unplaced } = await readConversation(observed, page)
  const answers = [...turns, ...unplaced].flatMap(({ answer }) => answer ?? [])
  const counts = await page
    .locator('.assistant')
    .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('countersign-badge').length))
  const names = [...(await badgeNames(page))]
  return questions.map((question, at) => {
    const own = names.splice(0, counts[at] ?? 0)
    const answer = answers.find((each) => each.question === question)
    return outcomeOf(own, answer)
  })
}

const { writing, comparing, ...withoutReceipt } = plainSaid

function outcomeOf(names: readonly string[], answer: ListedAnswer | undefined): Outcome {
  const says = (label: string) => names.some((name) => name.startsWith(`${label}. `))
  if (names.length === 0 || !answer) return 'none'
  if (says(writing.label) || says(comparing.label)) return 'stuck'
  if (names.length > 1 || says(lookOf('failed').label)) return 'wrong'
  if (Object.values(withoutReceipt).some(({ label }) => says(label))) return 'none'
  const { label, shown } = answer.card
  const isOrdinary = says(label) && isCalm(answer.card)
  return isOrdinary && isSigned(shown) ? 'right' : 'differs'
}
