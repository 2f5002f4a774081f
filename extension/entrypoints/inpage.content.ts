import type { ContentScriptDefinition } from 'wxt'
import { defineContentScript } from 'wxt/utils/define-content-script'
import { observeFetch } from '../page/observe-fetch.ts'
import { offerPort } from '../page/handshake.ts'

// In the page's own world: no secret, no key, no verdict. It tells what the page receives, and a page
// that lies to it deceives its own reader only.

const script: ContentScriptDefinition = defineContentScript({
  registration: 'runtime',
  runAt: 'document_start',
  world: 'MAIN',
  main() {
    const port = offerPort(window)
    const observer = observeFetch(globalThis, (message) => port.postMessage(message))
    // The extension was updated or switched off: the page gets its own fetch back.
    port.addEventListener('message', () => observer.restore(), { once: true })
    port.start()
  },
})

export default script
