// Small pages that behave like the real front-ends: the same endpoint, transport, markup and re-use of
// nodes. Each has `send(question)`, which resolves when the page has drawn the answer.

/** Streams one completion and hands over all the text so far with each piece. */
const complete = `
async function complete(url, question, write, more = {}) {
  const body = JSON.stringify({ model: globalThis.model ?? 'svc-chat', stream: true, messages: [{ role: 'user', content: question }] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...more.init?.(body) })
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let rest = '', text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    rest += decoder.decode(value, { stream: true })
    const lines = rest.split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (line === 'data: [DONE]') { more.done?.(); return text }
      if (!line.startsWith('data: {')) continue
      text += JSON.parse(line.slice(6)).choices?.[0]?.delta?.content ?? ''
      write(text)
    }
  }
  return text
}
const gateway = new URLSearchParams(location.search).get('gateway')
const chatUrl = () => gateway ? gateway + '/v1/chat/completions' : '/api/openai/v1/chat/completions'
const make = (html) => { const t = document.createElement('template'); t.innerHTML = html; return t.content.firstElementChild }
`

function page(body: string, script: string): string {
  return `<!doctype html><meta charset="utf-8"><title>chat</title><style>body{font:15px/1.5 system-ui;max-width:44rem;margin:1rem auto}</style>${body}<script>${complete}${script}</script>`
}

/** Aborts its own request right after the last word, and asks for a title besides. */
const nextchat = page(
  '<div class="chat_chat-body__a"><div class="chat_chat-message__b"><div class="markdown-body">Hello! How can I help you today?</div></div></div>',
  `
async function send(question) {
  const list = document.querySelector('.chat_chat-body__a')
  list.append(make('<div class="chat_chat-message-user__c"><div class="markdown-body"></div></div>'))
  list.lastElementChild.firstElementChild.textContent = question
  const turn = make('<div class="chat_chat-message__b"><div class="markdown-body"></div><div class="chat_chat-message-action-date__d">now</div></div>')
  list.append(turn)
  const controller = new AbortController()
  await complete(chatUrl(), question, (text) => { turn.firstElementChild.textContent = text },
    { init: () => ({ signal: controller.signal }), done: () => controller.abort() })
  await fetch(chatUrl(), { method: 'POST', body: JSON.stringify({ model: 'svc-chat', messages: [{ role: 'user', content: 'A title for: ' + question }] }) }).then((answer) => answer.json())
}`,
)

/** Keys its rows by position: another chat is drawn into the same nodes. */
const betterChatgpt = page(
  '<main></main>',
  `
const chats = [[], []]
let current = 0
function draw() {
  const main = document.querySelector('main')
  chats[current].forEach((text, index) => {
    const row = main.children[index] ?? main.appendChild(make('<div class="group w-full border-b"><div class="share-gpt-message"></div><div class="flex justify-end gap-2"><button>copy</button></div></div>'))
    const shown = row.querySelector('.share-gpt-message')
    if (shown.textContent !== text) shown.textContent = text
  })
  while (main.children.length > chats[current].length) main.lastElementChild.remove()
}
async function send(question) {
  const chat = chats[current]
  chat.push(question, '')
  draw()
  await complete(chatUrl(), question, (text) => { chat[chat.length - 1] = text; draw() })
}
function open(index) { current = index; draw() }`,
)

/** Makes the box of a text anew with each change, and sends bytes. */
const risuai = page(
  '<main><div class="risu-chat" data-chat-index="-1" data-chat-id="g"><div class="chattext"><div x-hashed="0">Welcome, traveller.</div></div></div></main>',
  `
async function send(question) {
  const main = document.querySelector('main')
  const index = main.children.length - 1
  main.append(make('<div class="risu-chat" data-chat-index="' + index + '" data-chat-id="q' + index + '"><div class="chattext"></div></div>'))
  main.lastElementChild.firstElementChild.textContent = question
  main.append(make('<div class="risu-chat" data-chat-index="' + (index + 1) + '" data-chat-id="a' + index + '"><div class="chattext"></div></div>'))
  const shown = main.lastElementChild.firstElementChild
  await complete(chatUrl(), question, (text) => {
    const box = document.createElement('div')
    box.setAttribute('x-hashed', String(text.length))
    box.textContent = text
    shown.replaceChildren(box)
  }, { init: (body) => ({ body: new TextEncoder().encode(body) }) })
}`,
)

/** Draws what is in sight, and nothing else; its server has given both messages their names before the answer begins. */
const lobehub = page(
  '<main></main>',
  `
const turns = []
let first = 0
function draw() {
  document.querySelector('main').replaceChildren(...turns.slice(first, first + 4).map(({ id, who, text }) => {
    const row = make('<div class="message-wrapper" data-message-id="' + id + '"' + (who === 'user' ? ' style="padding-inline-start: 36px"' : '') + '><div class="message-body"></div></div>')
    row.firstElementChild.textContent = text
    return row
  }))
}
async function send(question) {
  const [asked, answer] = [{ who: 'user', text: question }, { who: 'assistant', text: '...' }]
  for (const turn of [asked, answer]) turns.push(Object.assign(turn, { id: 'tmp_' + crypto.randomUUID() }))
  scrollToTurn(Math.max(0, turns.length - 4))
  await fetch('/trpc/aiChat.sendMessageInServer', { method: 'POST', body: '{}' })
  for (const turn of [asked, answer]) turn.id = 'msg_' + crypto.randomUUID()
  draw()
  await complete(chatUrl(), question, (text) => { answer.text = text; draw() })
}
function scrollToTurn(index) { first = index; draw() }`,
)

/** Through its own server no receipt arrives. */
const bigAgi = page(
  '<ul role="chat-messages-list"></ul>',
  `
async function send(question) {
  const list = document.querySelector('ul')
  list.append(make('<li role="chat-message"><div aria-label="message body"><div></div></div></li>'))
  list.lastElementChild.firstElementChild.textContent = question
  const turn = make('<li role="chat-message"><div aria-label="message body"><div class="markdown-body"></div></div></li>')
  list.append(turn)
  const shown = turn.querySelector('.markdown-body')
  if (gateway) return complete(chatUrl(), question, (text) => { shown.textContent = text })
  const response = await fetch('/api/edge/aix.chatGenerateContent?batch=1', { method: 'POST', body: JSON.stringify({ question }) })
  shown.textContent = (await response.text()).split('\\n').filter(Boolean).map((line) => JSON.parse(line).t).join('')
}`,
)

/** Its server drops every receipt; the element's id changes in place. */
const librechat = page(
  '<main></main>',
  `
async function send(question) {
  const main = document.querySelector('main')
  main.append(make('<div class="message-render" id="u"><div class="user-turn"><div class="message-content"></div></div></div>'))
  const turn = make('<div class="message-render" id="client-id"><div class="agent-turn"><div class="message-content"></div></div></div>')
  main.append(turn)
  await new Promise((resolve) => {
    const xhr = new XMLHttpRequest()
    xhr.open('POST', '/api/agents/chat/custom')
    xhr.addEventListener('load', () => {
      turn.querySelector('.message-content').textContent = JSON.parse(xhr.responseText).text
      turn.id = 'server-id'
      resolve()
    })
    xhr.send(JSON.stringify({ question }))
  })
}`,
)

/** Asks its own server, or on a direct connection the gateway; frames come over a socket either way. */
const openWebui = page(
  '<div id="chat-container"></div><script src="/ws/socket.io/socket.io.js"></script>',
  `
const transport = new URLSearchParams(location.search).get('transport') ?? 'websocket'
const socket = io({ path: '/ws/socket.io', transports: [transport] })
const waiting = new Map()
const turnFor = (id) => document.getElementById('message-' + id)
socket.on('events', (event) => {
  const { content, done } = event.data.data
  const turn = turnFor(event.message_id)
  if (content !== undefined && turn) turn.querySelector('#response-content-container').textContent = content
  if (done) waiting.get(event.message_id)?.()
})
async function send(question) {
  if (!socket.connected) await new Promise((resolve) => socket.once('connect', resolve))
  const id = crypto.randomUUID()
  const list = document.getElementById('chat-container')
  list.append(make('<div id="message-' + crypto.randomUUID() + '"><div class="chat-user"></div></div>'))
  list.lastElementChild.firstElementChild.textContent = question
  list.append(make('<div id="message-' + id + '"><div class="chat-assistant"><div id="response-content-container"></div></div><div class="buttons"><button>Copy</button></div></div>'))
  const drawn = new Promise((resolve) => waiting.set(id, resolve))
  if (gateway) {
    // The page tells its own server every line of what it receives.
    await complete(chatUrl(), question, (text) => { turnFor(id).querySelector('#response-content-container').textContent = text })
    await fetch('/relayed', { method: 'POST', body: '{}' })
    return
  }
  await fetch('/api/chat/completions', { method: 'POST', body: JSON.stringify({ id, question }) }).then((answer) => answer.json())
  await drawn
}`,
)

export const frontendPages: Readonly<Record<string, string>> = {
  '/nextchat': nextchat,
  '/better-chatgpt': betterChatgpt,
  '/risuai': risuai,
  '/lobehub': lobehub,
  '/big-agi': bigAgi,
  '/librechat': librechat,
  '/open-webui': openWebui,
}
