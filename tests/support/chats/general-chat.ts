/**
 * A chat that no adapter is for: each turn is a box, an answer is drawn as paragraphs and a list, all of it anew with
 * each word, as by a framework that keeps nothing. It keeps its conversations over a reload.
 */
export const generalChat = `<!doctype html><meta charset="utf-8"><title>chat</title>
<style>body{font:15px/1.5 system-ui;max-width:44rem;margin:1rem auto}.question{background:#eee}</style>
<nav><button>First</button><button>Second</button></nav><main></main><input aria-label="Question">
<script>
const gateway = new URLSearchParams(location.search).get('gateway')
const chats = JSON.parse(sessionStorage.chats ?? '{"First":[],"Second":[]}')
let current = sessionStorage.current ?? 'First'
const main = document.querySelector('main')
const make = (name, parent, text) => {
  const made = document.createElement(name.split('.')[0])
  made.className = name.split('.')[1] ?? ''
  if (text !== undefined) made.textContent = text
  parent.append(made)
  return made
}
function drawTurn({ who, text }) {
  const turn = make('div.turn', main)
  if (who === 'user') return make('p', make('div.question', turn), text)
  const answer = make('div.answer', turn)
  make('span', make('div.head', answer), 'Model')
  const shown = make('div.text', answer)
  for (const [at, part] of text.split(/(?<=[.:]) /).entries()) {
    if (at % 3 === 2) make('li', make('ul', shown), part)
    else make('p', shown, part)
  }
}
function draw() {
  main.replaceChildren()
  chats[current].forEach(drawTurn)
  Object.assign(sessionStorage, { chats: JSON.stringify(chats), current })
}
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', () => { current = button.textContent; draw() })
}
async function send(question) {
  const chat = chats[current]
  main.dataset.is = 'busy'
  chat.push({ who: 'user', text: question })
  draw()
  const body = JSON.stringify({ model: 'svc-chat', stream: true, messages: [{ role: 'user', content: question }] })
  const response = await fetch(gateway + '/v1/chat/completions', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const answer = { who: 'assistant', text: '' }
  chat.push(answer)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\\n')
    rest = lines.pop()
    for (const line of lines) {
      if (!line.startsWith('data: {')) continue
      answer.text += JSON.parse(line.slice(6)).choices?.[0]?.delta?.content ?? ''
      draw()
      await new Promise(requestAnimationFrame)
    }
  }
  main.dataset.is = 'done'
}
document.querySelector('input').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  const question = event.target.value
  event.target.value = ''
  send(question)
})
draw()
</script>`
