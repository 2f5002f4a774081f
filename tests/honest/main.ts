import { allAnswers } from './all-answers.ts'
import { askOnPage } from './ask-on-page.ts'
import type { Outcome } from './outcomes-of.ts'
import { startHonestSite } from './start-honest-site.ts'

// npm run test:honest: what the badge says of honest answers in pages that draw them with real renderers.
// With names of pages: in those.

const pages = ['marked', 'markdown-it', 'react-markdown', 'streamdown', 'mathjax']
/** Of a page’s answers, how many must be right. */
const least = 0.95

const asked = process.argv.slice(2)
const chosen = asked.length === 0 ? pages : pages.filter((page) => asked.includes(page))
const answers = allAnswers()
const site = await startHonestSite(answers)
const columns: (readonly Outcome[])[] = []
for (const page of chosen) {
  // eslint-disable-next-line no-await-in-loop
  columns.push(await askOnPage(site, page, answers))
}
await site.close()

const print = (...cells: readonly unknown[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const count = (column: readonly Outcome[], outcome: Outcome) =>
  column.filter((each) => each === outcome).length

print('answer', ...chosen)
print('---', ...chosen.map(() => '---'))
answers.forEach(({ name }, at) => {
  const row = columns.map((column) => column[at])
  if (row.some((outcome) => outcome !== 'right')) print(name, ...row)
})
process.stdout.write(
  `\nOf ${answers.length} answers on each page, those not named above are right on all.\n\n`,
)
print('page', 'right', 'differs', 'wrong', 'stuck', 'none')
print('---', '---', '---', '---', '---', '---')
let isGood = true
chosen.forEach((page, at) => {
  const column = columns[at] ?? []
  const right = count(column, 'right')
  const never = (['wrong', 'stuck', 'none'] as const).map((outcome) => count(column, outcome))
  print(
    page,
    `${right} (${Math.floor((100 * right) / column.length)} %)`,
    count(column, 'differs'),
    ...never,
  )
  isGood &&= right >= least * column.length && never.every((each) => each === 0)
})
process.exit(isGood ? 0 : 1)
