import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { toolsIn } from '../../extension/answer/sent-fields.ts'
import { ensureExtension } from '../setup/ensure-extension.ts'
import { sameWords, sameWordsCell } from '../support/chats/same-words.ts'
import { sampleAnswers } from '../support/chats/sample-answers.ts'
import type { SampleCell } from '../support/chats/sample-cell.ts'
import { startSamplePages } from '../support/chats/sample-pages.ts'
import { columnsOf, type OpenColumn } from './columns.ts'

// npm run test:frontends: what is said of every kind of answer in every front-end, as a table.

await ensureExtension()
// Open WebUI draws an answer of a thousand words for ten seconds, and longer on a machine that has other work.
const longest = 60_000
const samples = await startSamplePages(longest)
const { observed } = samples
const only = process.argv.slice(2)
const pictures = join(import.meta.dirname, '../../dist/frontends')
mkdirSync(pictures, { recursive: true })

const twice = Object.keys(sameWords) as (keyof typeof sameWords)[]
const columns = columnsOf(samples).filter(({ name }) => only.length === 0 || only.includes(name))
const rows: (readonly [string, ReadonlyMap<string, string>])[] = []
for (const { name, open } of columns) {
  // eslint-disable-next-line no-await-in-loop
  const column = await open()
  if (column === null) continue
  // eslint-disable-next-line no-await-in-loop
  const cells = await cellsOf(column, name)
  rows.push([name, cells])
  process.stderr.write(`${name}: ${[...cells.values()].join(', ')}\n`)
  // eslint-disable-next-line no-await-in-loop
  await column.page.close()
  // eslint-disable-next-line no-await-in-loop
  await column.close?.()
  observed.gateway.lie({})
}
await samples.close()

const names = rows.map(([name]) => name)
const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |\n`
process.stdout.write(line(['answer', ...names]) + line(['---', ...names.map(() => '---')]))
for (const sample of [...Object.keys(sampleAnswers), ...twice, 'tools']) {
  process.stdout.write(line([sample, ...rows.map(([, cells]) => cells.get(sample))]))
}
process.exit(0)

async function cellsOf(
  { page, send, ask, sameWords: pairs }: OpenColumn,
  name: string,
): Promise<ReadonlyMap<string, string>> {
  const cells = new Map<string, string>()
  const { origin } = new URL(page.url())
  const isBadge = (cell: SampleCell) => cell.startsWith('badge')
  const take = (of: string) =>
    page.screenshot({ path: join(pictures, `${fileNameOf(name)}-${fileNameOf(of)}.png`) })
  for (const sample of Object.keys(sampleAnswers)) {
    // eslint-disable-next-line no-await-in-loop
    cells.set(sample, await samples.cell({ name: sample, send, origin }, isBadge))
    // eslint-disable-next-line no-await-in-loop
    await take(sample)
  }
  for (const pair of twice) {
    const models = pairs[pair]
    const asked = { page, ask, longest }
    // eslint-disable-next-line no-await-in-loop
    cells.set(pair, models ? await sameWordsCell(observed, models, asked) : '–')
    // eslint-disable-next-line no-await-in-loop
    await take(pair)
  }
  cells.set('tools', await toolsOf(origin))
  return cells
}

/** What became of the tools that the page added to the newest request by itself. */
async function toolsOf(origin: string): Promise<string> {
  const { answers } = await observed.ui({ kind: 'list-answers', origin, search: '', skip: 0 })
  const digest = answers[0]?.card.digest ?? ''
  const { sent = null } = (await observed.ui({ kind: 'read-answer', digest })) ?? {}
  return toolsIn(sent ?? []) ?? '–'
}

/** Another one for each name: some differ in their signs alone. */
function fileNameOf(name: string): string {
  return name
    .replaceAll(' ', '_')
    .replaceAll(/[^\w.-]/g, (sign) => `x${sign.charCodeAt(0).toString(16)}`)
}
