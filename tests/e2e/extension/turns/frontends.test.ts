import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { untilEnd } from '../../../support/until-end.ts'
import { badgeNames } from '../../../support/extension/badge-names.ts'
import { frontendPages } from '../../../support/chats/frontend-pages.ts'
import { readConversation } from '../../../support/extension/read-conversation.ts'
import {
  startObservedSite,
  type ObservedSite,
} from '../../../support/extension/start-observed-site.ts'

// Pages that behave like the real front-ends. (The real SillyTavern is in sillytavern.slow.test.ts.)

let page: Page

const observed = await untilEnd(
  startObservedSite({ running: inject('demo'), pages: frontendPages }),
)
observed.site.handle = (request, response, body) => void serve(request.url ?? '', response, body)

beforeEach(async () => {
  await observed.ui({ kind: 'wipe' })
  return () => observed.leavePage(page)
})

type Response = Parameters<ObservedSite['site']['handle']>[1]

/** The front-ends' own servers: each asks the gateway, and passes on what the real one does. */
async function serve(path: string, response: Response, body: string): Promise<void> {
  const ask = (asked: object) =>
    fetch(`${observed.gateway.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'svc-chat', ...asked }),
    })
  if (path.startsWith('/api/openai/')) {
    const answer = await ask({ ...(JSON.parse(body) as object), system: 'of the server' })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
    return
  }
  if (body === '') return void response.writeHead(404).end()
  const { id, question } = JSON.parse(body) as { id?: string; question?: string }
  const messages = [{ role: 'user', content: question ?? '' }]
  if (path === '/api/chat/completions') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"status":true,"task_ids":["t"]}')
    const answer = await (await ask({ messages, stream: true })).text()
    tellBySocket(id ?? '', answer)
    return
  }
  const answer = (await (await ask({ messages })).json()) as {
    choices: { message: { content: string } }[]
  }
  const text = answer.choices[0]?.message.content ?? ''
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    path.startsWith('/api/edge') ? `${JSON.stringify({ t: text })}\n` : JSON.stringify({ text }),
  )
}

/** As Open WebUI's server: text so far, the raw chunk whose delta is empty, and the end. */
function tellBySocket(messageId: string, stream: string): void {
  const emit = (data: object) =>
    observed.site.emit('events', {
      chat_id: 'c',
      message_id: messageId,
      data: { type: 'chat:completion', data },
    })
  let content = ''
  for (const line of stream.split('\n')) {
    if (!line.startsWith('data: {')) continue
    const chunk = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }
    const piece = chunk.choices[0]?.delta.content
    if (piece === undefined) emit(chunk)
    else {
      content += piece
      emit({ content })
    }
  }
  emit({ done: true, content })
}

async function open(path: string, way: 'direct' | 'server'): Promise<void> {
  const query = way === 'direct' ? `?gateway=${encodeURIComponent(observed.gateway.baseUrl)}` : ''
  page = await observed.openPage(`${path}${query}`)
}

/** A front-end draws its conversation anew from where it keeps it: the same turns, and no badges. */
async function reload(): Promise<void> {
  const drawn = await page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement
    for (const badge of copy.querySelectorAll('countersign-badge')) badge.remove()
    return copy.firstElementChild?.innerHTML ?? ''
  })
  await page.reload()
  expect(await badges()).toBe(0)
  await page.evaluate((html) => {
    const list = document.body.firstElementChild
    if (list) list.innerHTML = html
  }, drawn)
}

const send = (question: string) =>
  page.evaluate(
    (asked) => (globalThis as unknown as { send(question: string): Promise<void> }).send(asked),
    question,
  )
const badges = () => page.locator('countersign-badge').count()
const answers = async () =>
  (await observed.ui({ kind: 'list-answers', origin: observed.siteUrl, search: '', skip: 0 }))
    .answers

const conversation = () => readConversation(observed, page)

const ofAnswer = expect.stringMatching(/^Private · promised\. /) as string

describe.each(['/nextchat', '/open-webui'])('%s, straight to the gateway', (path) => {
  test('each answer wears its badge, and the same one after a reload', async () => {
    await open(path, 'direct')
    await send('Hello, these words are private.')
    await expect.poll(badges).toBe(1)
    await send('And a second question, of another kind?')
    await expect.poll(badges).toBe(2)
    await expect
      .poll(async () => (await answers()).filter(({ card }) => card.shown === 'same').length)
      .toBe(2)
    await expect.poll(() => badgeNames(page)).toEqual([ofAnswer, ofAnswer])
    await reload()
    await expect.poll(() => badgeNames(page)).toEqual([ofAnswer, ofAnswer])
    await expect
      .poll(async () => (await conversation()).turns.map(({ answer }) => answer?.card.shown))
      .toEqual(['same', 'same'])
    if (path !== '/open-webui') return
    expect((await answers())[0]?.card.circumstances.join()).toContain('told its own server')
  })
})

test('an answer that the page draws as soon as it has it has the place of its badge in the same frame', async () => {
  await open('/nextchat', 'direct')
  await send('Hello, these words are private.')
  await expect.poll(() => badgeNames(page)).toEqual([ofAnswer])
  const isThere = await page.evaluate(async (url) => {
    const messages = [{ role: 'user', content: 'And a second question, of another kind?' }]
    const body = JSON.stringify({ model: 'svc-chat', messages })
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body })
    const answer = (await response.json()) as { choices: { message: { content: string } }[] }
    const turn = document.createElement('div')
    turn.className = 'chat_chat-message__b'
    turn.innerHTML =
      '<div class="markdown-body"></div><div class="chat_chat-message-action-date__d">now</div>'
    ;(turn.firstElementChild ?? turn).textContent = answer.choices[0]?.message.content ?? ''
    document.querySelector('.chat_chat-body__a')?.append(turn)
    await new Promise(requestAnimationFrame)
    return turn.querySelector('countersign-badge') !== null
  }, observed.gateway.baseUrl)
  expect(isThere).toBe(true)
  await expect.poll(() => badgeNames(page)).toEqual([ofAnswer, ofAnswer])
})

test('Open WebUI through its server, by a socket: the badge stands at the message that it named', async () => {
  page = await observed.openPage('/open-webui?transport=websocket')
  await send('Hello, these words are private.')
  await send('And a second question, of another kind?')
  await expect.poll(badges).toBe(2)
  const [newest] = await answers()
  expect(newest?.card).toMatchObject({
    state: 'promised',
    failed: null,
    circumstances: expect.arrayContaining([
      expect.stringContaining('whose server saw question and answer'),
    ]) as string[],
  })
  // The answer was opened; what its server asked is not the page's to know.
  expect(newest?.card.missing).toEqual([])
  expect(newest?.card.notEstablished).toContain(
    'That the gateway was asked in your words: the server of this chat asked it.',
  )
})

test('among hundreds of turns the one answer gets its badge, after a reload as well, and no other turn does', async () => {
  await open('/nextchat', 'direct')
  await page.evaluate(() => {
    const list = document.querySelector('.chat_chat-body__a')
    // What stands before the first question is a greeting.
    const question = document.createElement('div')
    question.className = 'chat_chat-message-user__c'
    list?.append(question)
    for (let index = 0; index < 300; index += 1) {
      const turn = document.createElement('div')
      turn.className = 'chat_chat-message__b'
      turn.innerHTML = `<div class="markdown-body">Answer number ${index}, which has some words of its own.</div><div class="chat_chat-message-action-date__d">now</div>`
      list?.append(turn)
    }
  })
  await send('Hello, these words are private.')
  await expect.poll(async () => (await conversation()).turns.length).toBe(301)
  const ofLast = page.locator('.chat_chat-message__b').last().locator('countersign-badge')
  await expect.poll(() => ofLast.count()).toBe(1)
  await expect
    .poll(() => badgeNames(page))
    .toEqual([expect.stringMatching(/^Private · promised\. /)])
  await reload()
  await expect.poll(() => ofLast.count()).toBe(1)
  await expect.poll(() => badgeNames(page)).toEqual([ofAnswer])
})
