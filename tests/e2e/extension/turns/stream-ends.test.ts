import type { ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import { readToolbar } from '../../../support/extension/read-toolbar.ts'
import { startObservedSite } from '../../../support/extension/start-observed-site.ts'
import { tabIdOf } from '../../../support/extension/tab-id-of.ts'

// However a stream ends, its answer has a state at once, and the same one on every surface.

let page: Page
/** The answer of the site's own server, for the test to write. */
let answering: Promise<ServerResponse>

const reader = `<!doctype html><title>chat</title><main></main><script>
const controller = new AbortController()
let reader
async function begin() {
  const turn = document.querySelector('main').appendChild(document.createElement('article'))
  const response = await fetch('/v1/chat/completions', { method: 'POST', signal: controller.signal,
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: 'Hello, these words are private.' }] }) })
  reader = response.body.getReader()
  return turn
}
/* Reads until the text holds this, and no further. */
async function readTo(last) {
  const turn = window.turn ??= await begin()
  window.all ??= ''
  const decoder = new TextDecoder()
  while (!all.includes(last)) {
    const { done, value } = await reader.read()
    if (done) break
    all += decoder.decode(value, { stream: true })
    turn.textContent = [...all.matchAll(/"content":"([^"]*)"/g)].map((found) => found[1]).join('')
  }
}
</script>`

const words = 'Words of an answer that is long enough to be found in its page. '

const chunk = (choice: object, more: object = {}) =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }], ...more })}\n\n`

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), pages: { '/reader': reader } }),
)
const own = await observed.newTab()
await own.goto(observed.extension.pageUrl('options.html'))

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  answering = new Promise((resolve) => {
    observed.site.handle = ({ method }, response) => {
      if (method !== 'POST') return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      resolve(response)
      return undefined
    }
  })
  page = await observed.openPage('/reader')
  return () => observed.leavePage(page)
})

const readTo = (last: string) => page.evaluate(`readTo(${JSON.stringify(last)})`)

/** The first words came, the page has read them, and every surface says that they are being written. */
async function beginAnswer(): Promise<ServerResponse> {
  const read = readTo('in its page. ')
  const response = await answering
  response.write(chunk({ delta: { role: 'assistant', content: words } }))
  await read
  await expectSaid('Being written', '⋯')
  return response
}

/** Badge, conversation and toolbar say this of the one answer. */
async function expectSaid(label: string, mark: string): Promise<void> {
  const labelled = expect.stringMatching(`^${label}\\.`) as string
  await expect.poll(() => badgeNames(page)).toEqual([labelled])
  await expect
    .poll(async () => (await readConversation(observed, page)).turns.map(({ said }) => said.label))
    .toEqual([label])
  const { weakest, unplaced } = await readConversation(observed, page)
  expect(weakest?.said.label).toBe(label)
  expect(unplaced).toEqual([])
  await expect
    .poll(() => readToolbar(own, page))
    .toEqual({ text: mark, title: `Countersign: ${label}` })
}

/** The side panel says it, too. */
async function expectSaidEverywhere(label: string, mark: string): Promise<void> {
  await expectSaid(label, mark)
  const query = new URLSearchParams({
    origin: observed.siteUrl,
    tab: String(await tabIdOf(own, page)),
  })
  await own.goto(observed.extension.pageUrl(`sidepanel.html?${query}`))
  await own.getByRole('heading', { name: label }).waitFor()
  expect(await own.locator('main').innerText()).not.toMatch(
    /Watching this chat|the page does not show/,
  )
}

test('a page that draws letter by letter says that its answer is being written, though nothing more comes', async () => {
  const drawn = page.evaluate(`(async (words) => {
    const turn = await begin()
    await reader.read()
    for (const letter of words) {
      turn.append(letter)
      await new Promise(requestAnimationFrame)
    }
  })(${JSON.stringify(words)})`)
  const response = await answering
  response.write(chunk({ delta: { role: 'assistant', content: words } }))
  await drawn
  await expectSaid('Being written', '⋯')
})

test('an error event ends it, though the connection stays, the page reads no further, and its address changes', async () => {
  const response = await beginAnswer()
  await expectSaidEverywhere('Being written', '⋯')
  response.write(`data: {"error":{"message":"It broke off.","code":"upstream_error"}}\n\n`)
  await readTo('"error"')
  await expectSaidEverywhere('No receipt', '–')
  await page.evaluate(`history.pushState(null, '', '/reader?chat=1')`)
  await expectSaid('No receipt', '–')
})

test('an error that names a failed check is a failed proof, in red everywhere', async () => {
  const response = await beginAnswer()
  const checks = [
    { id: 'enclave-receipt.signature', status: 'fail', reason: 'it is not signed by a known key' },
  ]
  response.write(
    `event: error\ndata: ${JSON.stringify({ message: 'x'.repeat(5000), error: { code: 'unverified_enclave', checks } })}\n\n`,
  )
  await readTo('"error"')
  await expectSaidEverywhere('Check failed', '✕')
  const { turns } = await readConversation(observed, page)
  expect(turns[0]?.said.failed).toMatchObject({ id: 'enclave-receipt.signature' })
})

test('a connection that is lost while the page does not read ends it', async () => {
  const response = await beginAnswer()
  response.destroy()
  await expectSaid('No receipt', '–')
})

test('a page that stops reading at the end of the words has its receipt judged', async () => {
  const asked = await fetch(`${observed.gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'svc-chat',
      messages: [{ role: 'user', content: 'Hello, these words are private.' }],
    }),
  })
  const { choices, svc } = (await asked.json()) as {
    choices: { message: { content: string } }[]
    svc: object
  }
  const { content = '' } = choices[0]?.message ?? {}
  const read = readTo(content.slice(-20))
  const response = await answering
  response.write(chunk({ delta: { role: 'assistant', content } }))
  await read
  await expectSaid('Being written', '⋯')
  response.write(chunk({ delta: {}, finish_reason: 'stop' }, { svc }))
  response.write('data: [DONE]\n\n')
  await expectSaid('Private · promised', '○')
})
