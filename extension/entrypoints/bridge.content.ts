import type { ContentScriptDefinition } from 'wxt'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { drawBadge } from '../badge/draw-badge.ts'
import { frontendFor } from '../frontend-registry.ts'
import type { FromPage } from '../messages.ts'
import { linkBackground } from '../page/background-link.ts'
import { takePort } from '../page/handshake.ts'

// Between the page and the background: it passes on, and draws what the background says. No cryptography.

const script: ContentScriptDefinition = defineContentScript({
  registration: 'runtime',
  runAt: 'document_start',
  main() {
    takePort(window, (port) => {
      const background = linkBackground(
        (message) => {
          if (message.kind === 'judged') drawBadge(message, frontendFor(document))
        },
        () => port.postMessage('gone'),
      )
      port.addEventListener('message', ({ data }) => background.tell(data as FromPage))
      port.start()
    })
  },
})

export default script
