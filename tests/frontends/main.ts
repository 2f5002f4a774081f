import type { Page } from 'playwright-core'
import { deepChatPage } from '../support/deep-chat-page.ts'
import { ensureExtension } from '../setup/ensure-extension.ts'
import { sampleAnswers } from '../support/sample-answers.ts'
import type { SampleCell } from '../support/sample-cell.ts'
import { sendIn, startSamplePages } from '../support/sample-pages.ts'
import { startSillyTavern } from '../support/start-sillytavern.ts'
import { deepChat, sillyTavern } from '../support/test-packages.ts'
import { installPackage } from '../support/install-package.ts'

// npm run test:frontends: what is said of every kind of answer in every front-end, as a table.

interface Column {
  readonly name: string
  open(): Promise<{
    readonly page: Page
    readonly send: (question: string) => Promise<unknown>
    readonly close?: () => Promise<void>
  }>
}

await ensureExtension()
const samples = await startSamplePages(4_000)
const { observed } = samples
const only = process.argv.slice(2)
const [chat, tavernFolder] = [await installPackage(deepChat), await installPackage(sillyTavern)]
if (chat !== null) observed.site.pages.set('/deep-chat', deepChatPage(chat))

const small: readonly Column[] = [
  'open-webui',
  'better-chatgpt',
  'nextchat',
  'risuai',
  'lobehub',
  'big-agi',
  ...(chat === null ? [] : ['deep-chat']),
].map((name) => ({
  name,
  async open() {
    const page = await samples.openPage(`/${name}`)
    return { page, send: sendIn(page) }
  },
}))

const throughServer = (folder: string): Column => ({
  name: 'SillyTavern',
  async open() {
    const tavern = await startSillyTavern(folder, observed.gateway.baseUrl, 'test-private')
    await observed.ui({ kind: 'enable-site', origin: tavern.url })
    const page = await observed.extension.context.newPage()
    await page.goto(tavern.url)
    await page.locator('#chat .mes').first().waitFor()
    await page
      .locator('.online_status_text', { hasText: 'Valid' })
      .first()
      .waitFor({ state: 'attached' })
    return {
      page,
      close: () => tavern.stop(),
      async send(question) {
        // While it still ends the answer before, it hears nothing.
        await page.locator('body:not([data-generating])').waitFor()
        const questions = page.locator('#chat .mes[is_user="true"]')
        const before = await questions.count()
        await page.locator('#send_textarea').fill(question)
        await page.locator('#send_but').click()
        await questions.nth(before).waitFor()
      },
    }
  },
})

const columns = [...small, ...(tavernFolder === null ? [] : [throughServer(tavernFolder)])].filter(
  ({ name }) => only.length === 0 || only.includes(name),
)
const rows: (readonly [string, ReadonlyMap<string, SampleCell>])[] = []
for (const column of columns) {
  const { name } = column
  // eslint-disable-next-line no-await-in-loop
  const { page, send, close } = await column.open()
  const cells = new Map<string, SampleCell>()
  for (const sample of Object.keys(sampleAnswers)) {
    const { origin } = new URL(page.url())
    // eslint-disable-next-line no-await-in-loop
    const cell = await samples.cell({ name: sample, send, origin }, (each) => each === 'badge')
    cells.set(sample, cell)
  }
  rows.push([name, cells])
  process.stderr.write(`${name}: ${[...cells.values()].join(', ')}\n`)
  // eslint-disable-next-line no-await-in-loop
  await page.close()
  // eslint-disable-next-line no-await-in-loop
  await close?.()
}
await samples.close()

const names = rows.map(([name]) => name)
const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |\n`
process.stdout.write(line(['answer', ...names]) + line(['---', ...names.map(() => '---')]))
for (const sample of Object.keys(sampleAnswers)) {
  process.stdout.write(line([sample, ...rows.map(([, cells]) => cells.get(sample))]))
}
process.exit(0)
