import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page with the real deep-chat, straight to a gateway. @param installed its folder */
export function deepChatPage(installed: string): string {
  const bundle = readFileSync(join(installed, 'dist/deepChat.bundle.js'), 'utf8')
  return `<!doctype html><meta charset="utf-8"><title>chat</title>
<deep-chat style="width: 40rem; height: 36rem"></deep-chat>
<script type="module">${bundle.replaceAll('</script', '<\\/script')}</script>
<script type="module">
const gateway = new URLSearchParams(location.search).get('gateway')
const chat = document.querySelector('deep-chat')
chat.connect = { url: gateway + '/v1/chat/completions', method: 'POST', stream: true }
chat.requestInterceptor = (request) => ({ ...request, body: {
  model: globalThis.model, stream: true,
  messages: request.body.messages.map(({ role, text }) => ({ role: role === 'ai' ? 'assistant' : role, content: text })),
} })
chat.responseInterceptor = ({ choices }) => ({ text: choices?.[0]?.delta?.content ?? '' })
globalThis.send = (text) => chat.submitUserMessage({ text })
</script>`
}
