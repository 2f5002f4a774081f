import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installForTest } from './install-for-test.ts'

/** A page with the real deep-chat, straight to a gateway; null where it cannot be had. */
export function deepChatPage(): string | null {
  const installed = installForTest('deep-chat@2.4.2')
  if (installed === null) return null
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
