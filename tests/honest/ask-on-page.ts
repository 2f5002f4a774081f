import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { HonestAnswer } from './honest-answer.ts'
import { outcomesOf, type Outcome } from './outcomes-of.ts'
import type { HonestSite } from './start-honest-site.ts'

const perConversation = 20
/** Milliseconds until what is said of an answer is taken for what stays. */
const longest = 1_500
/** Milliseconds between two looks: each is work for the extension, too. */
const between = 40

/** Has every answer given and drawn in one page, in conversations of some of them each. */
export async function askOnPage(
  { observed, gatewayUrl }: HonestSite,
  name: string,
  answers: readonly HonestAnswer[],
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  for (let from = 0; from < answers.length; from += perConversation) {
    const questions = answers.slice(from, from + perConversation).map((answer) => answer.name)
    // eslint-disable-next-line no-await-in-loop
    await observed.ui({ kind: 'wipe' })
    // eslint-disable-next-line no-await-in-loop
    const page = await observed.openPage(`/${name}.html?gateway=${encodeURIComponent(gatewayUrl)}`)
    // eslint-disable-next-line no-await-in-loop
    for (const question of questions) await ask(page, question)
    // What is out of sight may not be drawn, and a badge within it has no name to read.
    // eslint-disable-next-line no-await-in-loop
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
    // eslint-disable-next-line no-await-in-loop
    outcomes.push(...(await settled(page, questions)))
    // eslint-disable-next-line no-await-in-loop
    await observed.leavePage(page)
  }
  const right = outcomes.filter((outcome) => outcome === 'right').length
  process.stderr.write(`${name}: ${right} of ${outcomes.length} right\n`)
  return outcomes

  /** Until the answer was judged and found in its page, or a while. */
  async function ask(page: Page, question: string): Promise<void> {
    await page.evaluate(
      (asked) => (globalThis as unknown as { send(question: string): Promise<void> }).send(asked),
      question,
    )
    const until = performance.now() + longest
    let newest
    do {
      // eslint-disable-next-line no-await-in-loop
      await wait(between)
      // eslint-disable-next-line no-await-in-loop
      newest = await observed.newest()
    } while (
      (newest?.question !== question || newest.card.shown === 'not-placed') &&
      performance.now() < until
    )
  }

  /** As soon as all are right, or when a while brought no change. */
  async function settled(page: Page, questions: readonly string[]): Promise<readonly Outcome[]> {
    let until = performance.now() + longest
    let known: readonly Outcome[] = []
    while (performance.now() < until) {
      // eslint-disable-next-line no-await-in-loop
      await wait(between)
      // eslint-disable-next-line no-await-in-loop
      const outcomes = await outcomesOf(observed, page, questions)
      if (outcomes.every((outcome) => outcome === 'right')) return outcomes
      if (outcomes.join() !== known.join()) until = performance.now() + longest
      known = outcomes
    }
    return known
  }
}
