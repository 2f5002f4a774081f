import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dialects } from '../../extension/dialect-registry.ts'
import { parseFromHook, type FromHook } from '../../extension/messages/hook-messages.ts'
import { createSocketAnswers } from '../../extension/page/socket-answers.ts'

// Every dialect through one suite, on frames of the front-end's own server.

interface Saved {
  readonly cases: readonly {
    readonly title: string
    readonly place: string
    readonly text: string
    readonly hasReceipt: boolean
    readonly frames: readonly string[]
  }[]
  /** Frames that tell of no answer. */
  readonly others: readonly string[]
}

const root = join(import.meta.dirname, '../..')
const onDisk = readdirSync(join(root, 'extension/dialects'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
const fixtureOf = (id: string) => join(root, `tests/fixtures/dialects/${id}.json`)
const saved = (id: string) => JSON.parse(readFileSync(fixtureOf(id), 'utf8')) as Saved

/** What is told of one answer whose frames these are. */
function tell(frames: readonly string[]): readonly FromHook[] {
  const told: FromHook[] = []
  let id = 0
  const answers = createSocketAnswers({
    nextId: () => (id += 1),
    send: (message) => told.push(parseFromHook(message)),
  })
  for (const frame of frames) answers.frame('wss://chat.example/socket', frame)
  return told
}

test('every file in extension/dialects/ is registered under its own name', () => {
  expect(dialects.map(({ id }) => id).toSorted()).toEqual(onDisk.toSorted())
})

test.each(onDisk)('%s has saved frames', (id) => {
  expect(existsSync(fixtureOf(id))).toBe(true)
})

test.each(onDisk)('%s stands in the table of the folder’s README', (id) => {
  expect(readFileSync(join(root, 'extension/dialects/README.md'), 'utf8')).toContain(`\`${id}\``)
})

test.each(onDisk.flatMap((id) => saved(id).cases.map((each) => ({ id, ...each }))))(
  'of $id, $title: it is told by its place, with its text, and that it is over',
  ({ place, text, hasReceipt, frames }) => {
    const told = tell(frames)
    expect(told[0]).toMatchObject({ kind: 'open', place })
    expect(told.filter(({ kind }) => kind === 'close')).toHaveLength(1)
    const lines = told
      .flatMap((message) => (message.kind === 'part' ? [message.text] : []))
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { content?: string; message?: { content: string } })
    const texts = lines.flatMap(({ content, message }) => content ?? message?.content ?? [])
    expect(texts.at(-1)).toBe(text)
    expect(lines.some((line) => 'svc' in line)).toBe(hasReceipt)
  },
)

test.each(onDisk)('of %s, what tells of no answer is not told, and breaks nothing', (id) => {
  const dialect = dialects.find((each) => each.id === id)
  for (const frame of saved(id).others) expect(dialect?.readFrame(frame)).toBeNull()
  expect(dialect?.framesOf('https://chat.example/api/things', () => 'anything')).toBeNull()
})
