import type { ContentScriptDefinition } from 'wxt'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { drawBadge } from '../badge/draw-badge.ts'
import { frontendFor } from '../frontend-registry.ts'
import type { ToPage } from '../messages.ts'
import { takePort } from '../page/handshake.ts'

// Between the page and the background: it passes on, and draws what the background says. No cryptography.

/** Keeps the background awake while an answer is on its way; it would be stopped after 30 s. */
const pingMs = 15_000

const script: ContentScriptDefinition = defineContentScript({
  registration: 'runtime',
  runAt: 'document_start',
  main() {
    takePort(window, (port) => {
      let background: chrome.runtime.Port | null = null
      let ping: ReturnType<typeof setInterval> | null = null

      function connect(): chrome.runtime.Port {
        const opened = chrome.runtime.connect({ name: 'observe' })
        opened.onMessage.addListener((message: ToPage) => drawBadge(message, frontendFor(document)))
        opened.onDisconnect.addListener(() => {
          background = null
          if (ping !== null) clearInterval(ping)
          if (!chrome.runtime.id) port.postMessage('gone')
        })
        ping = setInterval(() => opened.postMessage({ kind: 'ping' }), pingMs)
        return opened
      }

      port.addEventListener('message', ({ data }) => {
        background ??= connect()
        background.postMessage(data)
      })
      port.start()
    })
  },
})

export default script
