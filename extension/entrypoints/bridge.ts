import type { UnlistedScriptDefinition } from 'wxt'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { placeBadges, type Places } from '../content/turns/place-badges.ts'
import type { ToBridge } from '../messages/bridge-messages.ts'
import type { TakeoverRule, ToHook } from '../messages/hook-messages.ts'
import { linkBackground } from '../content/link/background-link.ts'
import { hearComing, receivePort } from '../page/handshake.ts'
import { openGate } from '../content/gate/open-gate.ts'
import { linkEncryption } from '../content/link/encrypt-link.ts'

// Between the page and the background: it passes on, and draws what the background says. No cryptography.

// Registered by background/sites/sites.ts, for the sites that the user enabled.
const script: UnlistedScriptDefinition = defineUnlistedScript(() => receivePort(window, bridge))

/** Known to browsers that load pages beforehand. */
const page: Document & { readonly prerendering?: boolean } = document

function bridge(port: MessagePort): void {
  // A page that nobody sees yet is of no tab: what it told would be said of the one that is seen.
  if (page.prerendering) {
    return page.addEventListener('prerenderingchange', () => bridge(port), { once: true })
  }

  let places: Places | null = null
  let rules: readonly TakeoverRule[] = []
  const toHook = (message: ToHook) => port.postMessage(message)

  const background = linkBackground(`${performance.timeOrigin}`, hear, orphaned)
  const gate = openGate({
    observed(message) {
      if (message.kind === 'open') places?.opened(message.id, message.place)
      if (message.kind === 'close') places?.closed(message.id)
      background.tell(message)
    },
    encrypt(request, over) {
      places?.opened(request.id)
      return linkEncryption(request, { progress: toHook, judged: hear, over })
    },
    refuse: (id) => toHook({ kind: 'broken', id }),
  })

  function hear(message: ToBridge): void {
    switch (message.kind) {
      case 'rules':
        if (message.site === 'off') return leave()
        if (places) places.listAgain()
        else places = placeBadges(document, message.words)
        rules = message.rules
        return toHook({ kind: 'rules', rules })
      case 'writing':
        return places?.writing(message.id, message.text)
      case 'judged':
        return places?.judged(message)
      case 'refused':
        return places?.refused(message)
      case 'nothing':
        return places?.nothing(message.id, message.words)
    }
  }

  /** What was to be encrypted is refused from here on, and never sent in clear: the hook keeps its rules. */
  function orphaned(): void {
    if (rules.length === 0) return leave()
    toHook({ kind: 'rules', rules })
    stop()
  }

  function leave(): void {
    toHook({ kind: 'gone' })
    stop()
  }

  /** Nothing answers for this page from here on: the popup says that it has to be loaded again. */
  function stop(): void {
    places?.stop()
    chrome.runtime?.onMessage?.removeListener(hearOne)
  }

  function hearOne(message: unknown): void {
    const { kind } = (message ?? {}) as { kind?: unknown }
    if (kind === 'rules-changed') background.renew()
  }

  // A page that is come back to is the same one, and the toolbar forgot it.
  addEventListener('pageshow', ({ persisted, isTrusted }) => {
    if (persisted && isTrusted) background.renew()
  })
  chrome.runtime.onMessage.addListener(hearOne)
  hearComing(window, () => places?.coming())
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => gate.pass(data))
  port.start()
}

export default script
