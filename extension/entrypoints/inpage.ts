import type { UnlistedScriptDefinition } from 'wxt'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { offerPort } from '../page/handshake.ts'
import { openHookChannel } from '../page/hook-channel.ts'
import { createSocketAnswers } from '../page/socket-answers.ts'
import { wrapFetch } from '../page/wrap/wrap-fetch.ts'
import { wrapWebSocket } from '../page/wrap/wrap-web-socket.ts'
import { wrapXhr } from '../page/wrap/wrap-xhr.ts'

// In the page's own world: no secret, no key, no verdict. It tells what the page receives, and a page
// that lies to it deceives its own reader only.

// Registered by background/sites/sites.ts, for the sites that the user enabled.
const script: UnlistedScriptDefinition = defineUnlistedScript(() => {
  const channel = openHookChannel(offerPort(window), () => {
    for (const { restore } of wrapped) restore()
  })
  const answers = createSocketAnswers(channel)
  const wrapped = [
    wrapFetch(globalThis, channel),
    wrapWebSocket(globalThis, channel, answers),
    wrapXhr(globalThis, channel, answers),
  ]
})

export default script
