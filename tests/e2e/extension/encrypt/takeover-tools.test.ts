import { beforeEach, expect, inject, test } from 'vitest'
import type { FullAnswer } from '../../../../extension/messages/ui-requests.ts'
import type { Pair } from '../../../../extension/settings/settings.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { checkAxe } from '../../../support/browser/check-axe.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startOwnPages } from '../../../support/extension/start-own-pages.ts'

// A chat that adds its tools to every message: its user is asked once, and what was chosen is what is sent.

const model = 'svc-assist-mini'
const tools = [
  {
    type: 'function',
    function: { name: 'look_up', parameters: { type: 'object', properties: {} } },
  },
]
const added = { tools, tool_choice: 'auto' }

let posts: { readonly path: string; readonly body: string }[] = []

const pages = await untilEnd(startOwnPages(inject('demo')))

beforeEach(async () => {
  await pages.reset('left')
  await pages.observed.ui({ kind: 'set-development', on: true })
  posts = []
  pages.observed.gateway.lie({
    onRequest({ path, request }) {
      if (request.body.length > 0) posts.push({ path, body: request.body.toString() })
    },
  })
})

/** The page has the rules from its beginning on. */
async function set(pair: Partial<Pair>): Promise<void> {
  await pages.observed.setPair(pair)
  await pages.chat.reload()
}

const ask = (more: object) => pages.observed.ask(pages.chat, model, false, more)
const setting = async () => (await pages.settings()).pairs[0]?.tools
const question = () =>
  pages.own.getByRole('heading', { name: 'This chat sends the names of its tools' })

/** Whether the toolbar says that its user is asked something, while nothing of the extension is open. */
async function waits(): Promise<boolean> {
  const { text, title } = await readToolbar(pages.own, pages.chat)
  return text !== '' && title.includes('A question waits here')
}

async function newest(): Promise<FullAnswer> {
  await expect.poll(() => pages.observed.newest()).not.toBeNull()
  const { card } = (await pages.observed.newest()) ?? {}
  const full = await pages.observed.ui({ kind: 'read-answer', digest: card?.digest ?? '' })
  if (full === null) throw new Error('the newest answer is not kept')
  return full
}

test('a chat that sends tools is refused under always until its user was asked, once', async () => {
  const { own, openFor } = pages
  await set({ takeover: 'always' })
  await openFor('popup')
  expect(await question().count()).toBe(0)
  const { status, error } = await ask(added)
  expect(status).toBe(400)
  expect(error?.message).toContain('This chat sends its tools with the message')
  expect(posts).toEqual([])
  await question().waitFor()
  await expect.poll(waits).toBe(true)
  await own.getByText('Until you choose, messages with tools are refused.').waitFor()
  expect(await checkAxe(own)).toEqual([])
  await own.getByRole('button', { name: 'Leave the tools out' }).click()
  await expect.poll(waits).toBe(false)
  await expect.poll(setting).toBe('leave-out')
  await question().waitFor({ state: 'detached' })
  expect((await ask(added)).status).toBe(200)
  expect(await setting()).toBe('leave-out')
  expect(await question().count()).toBe(0)
})

test('the panel asks the same, and what is chosen there is changed where the site is set', async () => {
  const { own, open, openFor } = pages
  await set({ takeover: 'possible', tools: 'asking' })
  await openFor('sidepanel')
  await own.getByText('messages with tools are sent without any encryption').waitFor()
  await own.getByRole('button', { name: 'Send the tools in clear' }).click()
  await expect.poll(setting).toBe('send')
  await open('options.html#sites')
  const choice = own.getByRole('group', { name: /^Tools that the page adds/ })
  await choice.getByRole('radio', { name: 'Leave out' }).click()
  await expect.poll(setting).toBe('leave-out')
  await own.getByText('The model is not told of the tools.').waitFor()
})

test('tools that are left out are not sent: the receipt is for what was, and the card says so', async () => {
  await set({ takeover: 'always', tools: 'leave-out' })
  const { status, body } = await ask({ ...added, parallel_tool_calls: true, temperature: 0 })
  expect(status).toBe(200)
  expect(body?.['choices']).toMatchObject([{ message: { role: 'assistant' } }])
  const [sent] = posts
  expect(posts.map(({ path }) => path)).toEqual(['/api/e2ee/relay'])
  expect(sent?.body).not.toMatch(/tool|look_up/)
  const wire = JSON.parse(sent?.body ?? '') as Readonly<Record<string, unknown>>
  expect(wire).toMatchObject({ temperature: 0 })
  const full = await newest()
  expect(full.verdict.kind).toBe('verified')
  expect(full.words?.messages).toEqual(wire['messages'])
  expect(full.verdict.checks).toContainEqual(
    expect.objectContaining({ id: 'commitment.prompt', status: 'pass' }),
  )
  expect(full.sent).toContainEqual(expect.objectContaining({ path: 'tools', how: 'left-out' }))
  expect(full.card.circumstances.join(' ')).toContain(
    'As you set, the tools of this chat were left out',
  )
  expect(full.card.circumstances.join(' ')).not.toContain('tools[]')
  // A request that insists on a tool is refused, and nothing is taken out of it silently.
  const insisting = await ask({ tools, tool_choice: 'required' })
  expect(insisting.status).toBe(400)
  expect(insisting.error?.message).toContain(
    'This conversation uses tools, which cannot be encrypted or left out',
  )
  expect(posts).toHaveLength(1)
})

test('when possible each answer that was not encrypted says why, and an encrypted one does not', async () => {
  const { observed } = pages
  await set({ takeover: 'possible' })
  const why = async () =>
    (await newest()).card.circumstances.find((line) => line.startsWith('Not encrypted')) ?? ''
  expect((await ask({ tools, tool_choice: 'none' })).status).toBe(200)
  expect(posts.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  expect(await why()).toContain('sends its tools')
  expect(await setting()).toBe('asking')
  await observed.ui({ kind: 'wipe' })
  expect((await observed.ask(pages.chat, 'svc-chat', true)).status).toBe(200)
  expect(await why()).toContain('no enclave of this model')
  await observed.ui({ kind: 'wipe' })
  expect((await ask({})).status).toBe(200)
  expect(await why()).toBe('')
  await observed.ui({ kind: 'wipe' })
  await set({ takeover: 'off' })
  expect((await observed.ask(pages.chat, 'svc-chat', true)).status).toBe(200)
  expect(await why()).toBe('')
})

test('a page that is loaded anew has no reason of the page before it', async () => {
  const { chat, observed } = pages
  await set({ takeover: 'possible' })
  expect((await ask({ tools, tool_choice: 'none' })).status).toBe(200)
  await newest()
  await observed.ui({ kind: 'wipe' })
  await chat.reload()
  // Counted as the one before it, and sent in a way that is not taken over.
  await chat.evaluate(
    ([url, name]) =>
      new Promise<void>((resolve) => {
        const xhr = new XMLHttpRequest()
        xhr.open('POST', `${url}/v1/chat/completions`)
        xhr.setRequestHeader('content-type', 'application/json')
        xhr.addEventListener('load', () => resolve())
        const messages = [{ role: 'user', content: 'Another question.' }]
        xhr.send(JSON.stringify({ model: name, messages }))
      }),
    [observed.gateway.baseUrl, model] as const,
  )
  const { card } = await newest()
  expect(card.circumstances.join(' ')).not.toContain('Not encrypted')
})
